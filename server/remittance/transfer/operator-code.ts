/** The mobile-money operators of the country, by the names they have in requests and responses. */
export const operatorCodes = ['vodacom', 'airtel', 'orange', 'africell'] as const
export type OperatorCode = (typeof operatorCodes)[number]
