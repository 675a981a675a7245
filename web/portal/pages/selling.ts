// What a shop looks at all day: payments and links.
export { FirstLink } from '../links/first-link.tsx'
export { LinkPage } from '../links/link.tsx'
export { LinksPage } from '../links/links.tsx'
export { NewLinkPage } from '../links/new-link.tsx'
export { PaymentPage } from '../payments/payment.tsx'
export { PaymentsPage } from '../payments/payments.tsx'
export { ToCheckPage } from '../payments/to-check.tsx'
