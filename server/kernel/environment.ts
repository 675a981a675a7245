/** Where a merchant's payments and transfers take place; nothing of one environment is seen in the other. */
export type Environment = 'sandbox' | 'production'
