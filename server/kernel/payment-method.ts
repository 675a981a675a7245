// How customers may pay at the checkout.

export const paymentMethods = ['card', 'mobile_money'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
