// What a person may be asked for.
export const paperKinds = ['IDENTITY', 'ADDRESS', 'FUNDS', 'OTHER'] as const
export type PaperKind = (typeof paperKinds)[number]
