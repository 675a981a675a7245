// Merchants, and the webhooks that they receive.
export { DeliveriesPage } from '../deliveries/deliveries-page.tsx'
export { MerchantPage } from '../merchants/merchant-page.tsx'
export { MerchantsPage } from '../merchants/merchants-page.tsx'
