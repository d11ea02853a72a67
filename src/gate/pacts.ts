/** The pacts: what a provider who verifies them has to set up and to answer. */

import { canonical } from '../../contracts/src/contract/canonical.ts';
import { Stop } from '../../contracts/src/contract/stop.ts';
import { type Artefact, filesBelow } from './artefact.ts';
import { inBoth, namedRows } from './named.ts';
import { json, type PackageContent } from './package-content.ts';
import { breaking, harmless, type Row } from './row.ts';

export const pacts: Artefact = {
  name: 'pacts',
  files: /^dist\/pacts\/.*\.json$/,
  rows: (before, after) => {
    const [old, now] = [all(before), all(after)];
    return [
      ...namedRows(old.keys(), now.keys(), { artefact: 'pacts', noun: 'pact', breaks: 'providers' }),
      ...inBoth(old, now).flatMap((pact) => pactRows(`pacts/${pact.name}`, pact.old, pact.now)),
    ];
  },
};

interface Interaction {
  readonly description: string;
  readonly providerStates?: readonly { readonly name: string }[];
  readonly providerState?: string;
}

/** Interactions ask for nothing undocumented, so they come and go freely; a state has to be set up by hand. */
function pactRows(artefact: string, before: readonly Interaction[], after: readonly Interaction[]): Row[] {
  const [old, now] = [byName(before), byName(after)];
  const known = new Set(before.flatMap(statesOf));
  const states = [...new Set(after.flatMap(statesOf))].filter((state) => !known.has(state));
  const gone = [...old.keys()].filter((name) => !now.has(name));
  const born = [...now.keys()].filter((name) => !old.has(name));
  const changed = inBoth(old, now).filter((one) => canonical(one.old) !== canonical(one.now));
  return [
    ...states.map((state) => breaking(artefact, state, 'provider state is new', 'providers')),
    ...gone.map((name) => harmless(artefact, name, 'interaction is gone', 'minor')),
    ...born.map((name) => harmless(artefact, name, 'interaction is new', 'minor')),
    ...changed.map(({ name }) => harmless(artefact, name, 'interaction is another one', 'minor')),
  ];
}

function statesOf({ providerStates = [], providerState }: Interaction): string[] {
  return [...providerStates.map(({ name }) => name), ...(providerState === undefined ? [] : [providerState])];
}

function byName(interactions: readonly Interaction[]): Map<string, Interaction> {
  return new Map(interactions.map((interaction) => [interaction.description, interaction]));
}

function all(release: PackageContent): Map<string, readonly Interaction[]> {
  const names = [...filesBelow(release, 'dist/pacts/', '.json').keys()];
  return new Map(
    names.map((name) => {
      const { interactions, messages } = json(release, `dist/pacts/${name}`) as Record<string, Interaction[]>;
      const list = interactions ?? messages;
      if (!Array.isArray(list)) throw new Stop(2, `dist/pacts/${name} is no pact: it has no interactions`);
      return [name, list];
    }),
  );
}
