// From server/kernel and server/cards/gateway, by scripts/generate.ts.
export const currencies = ['USD', 'CDF'] as const
export const cardNetworks = ['VISA', 'MASTERCARD', 'AMEX'] as const
export const operators = [
  { code: 'vodacom', name: 'Vodacom', wallet: 'Vodacom M\u2011Pesa', testPrefix: '81' },
  { code: 'airtel', name: 'Airtel', wallet: 'Airtel Money', testPrefix: '97' },
  { code: 'orange', name: 'Orange', wallet: 'Orange Money', testPrefix: '84' },
  { code: 'africell', name: 'Africell', wallet: 'Afrimoney', testPrefix: '90' },
] as const
