// From server/kernel/operators.ts, by scripts/generate.ts.
/** National prefixes. */
export const operators = {
  vodacom: ['81', '82', '83', '86'],
  airtel: ['97', '96', '98', '99'],
  orange: ['84', '80', '85', '89'],
  africell: ['90', '91'],
} as const
