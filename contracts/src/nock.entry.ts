/** The documented service as scopes of your own nock, its answers those of the fixtures. */
export {
  type ContractScopes,
  type ContractScopesOptions,
  contractScopes,
} from './integrations/nock-scopes.ts';
