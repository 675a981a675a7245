/** The mobile-money operators of the DRC, as named in requests and responses. */
export const operatorCodes = ['vodacom', 'airtel', 'orange', 'africell'] as const
export type OperatorCode = (typeof operatorCodes)[number]
