// From server/kernel/operators.ts, by scripts/generate.ts.
export type Operator = 'vodacom' | 'airtel' | 'orange' | 'africell'
