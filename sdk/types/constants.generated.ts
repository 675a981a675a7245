// From server/kernel and server/cards/gateway, by scripts/generate.ts.
export type CardCurrency = 'USD' | 'CDF'
export type Operator = 'vodacom' | 'airtel' | 'orange' | 'africell'
