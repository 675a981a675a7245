// What an API key may be used for. A key has some of these scopes, and a signed route names those of which its key needs one.
export const keyScopes = ['charge', 'refund', 'read', 'payouts', 'disputes'] as const
export type KeyScope = (typeof keyScopes)[number]
