// What an admin looks up when a merchant calls: payments, transfers and payouts.
export { PaymentPage } from '../payments/payment-page.tsx'
export { PaymentsPage } from '../payments/payments-page.tsx'
export { PayoutPage } from '../payouts/payout-page.tsx'
export { PayoutsPage } from '../payouts/payouts-page.tsx'
export { TransferPage } from '../transfers/transfer-page.tsx'
export { TransfersPage } from '../transfers/transfers-page.tsx'
