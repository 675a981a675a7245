// From server/kernel and server/cards/gateway, by scripts/generate.ts.
export const cardNetworks = ['VISA', 'MASTERCARD', 'AMEX'] as const
