/** docs/verbs.md: what `--help` says of each verb, in the groups of the program, as npx calls them. */
import manifest from '../../../contracts/package.json' with { type: 'json' };
import { helpText } from '../../cli/options.ts';
import { verbGroups } from '../../cli/verbs.ts';
import { withNpx } from '../package/modules.ts';
import { madeFrom } from '../project.ts';

const START = `<!-- ${madeFrom('src/cli/help.md and the options of the verbs')} -->
# Every verb

What \`npx --no ${manifest.name} --help\` and \`--help\` of each verb say. In a clone, \`npm run -s VERB -- …\` calls a verb.
`;

export async function verbsPage(): Promise<string> {
  const parts = [START, inText(helpText('program'))];
  for (const [group, verbs] of Object.entries(verbGroups)) {
    parts.push(`## ${group}\n`);
    for (const [verb, load] of Object.entries(verbs)) {
      const options = (await load()).configureHelp({ helpWidth: 80 }).helpInformation();
      parts.push(`### ${verb}\n`, inText(options + helpText(verb)));
    }
  }
  return parts.join('\n');
}

function inText(help: string): string {
  return `\`\`\`text\n${withNpx(help).trim()}\n\`\`\`\n`;
}
