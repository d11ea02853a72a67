/** The made-up credentials and tokens that stand in the pacts; whoever verifies puts real ones in their place. */
export const exampleCaller = {
  clientId: 'example-client',
  clientSecret: 'example-secret',
  clientToken: 'example-client-token',
  userToken: 'example-user-token',
} as const;
