// From server/kernel and server/cards/gateway, by scripts/generate.ts.
export const currencies = ['USD', 'CDF'] as const
/** National prefixes. */
export const operators = {
  vodacom: ['81', '82', '83', '86'],
  airtel: ['97', '96', '98', '99'],
  orange: ['84', '80', '85', '89'],
  africell: ['90', '91'],
} as const
