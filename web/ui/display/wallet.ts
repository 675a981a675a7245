import { walletName } from './operators.ts'

/** A payment, or what was paid with, as merchants and admins read it. */
export type PaidWith = { operator?: string | null | undefined; customer_number?: string | null | undefined }

/** The last digits of the number that paid; empty where no wallet was used. */
export const numberEnd = ({ customer_number }: PaidWith): string => customer_number?.slice(-3) ?? ''

/** "Airtel Money ••• 567"; empty where no wallet was used. */
export const walletText = (payment: PaidWith): string =>
  payment.operator ? `${walletName(payment.operator)} •••\u00a0${numberEnd(payment)}` : ''
