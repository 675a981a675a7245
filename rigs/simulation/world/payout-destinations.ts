// Wallets and bank accounts that merchants can be paid to, as if they had been confirmed long ago. A real confirmation would verify passwords,
// which takes real time.

type Rows = (text: string, values: unknown[]) => Promise<unknown[]>

/** Stores one confirmed wallet for each merchant of a cell, then one confirmed bank account. @param rows sends to that cell. */
export async function insertPayoutDestinations(rows: Rows, cell: number): Promise<void> {
  await rows(
    `insert into payout_destination (merchant_id, environment, type, operator, number, subscriber_name, state, created_at,
       usable_from, delay, created_session, confirmed_session, confirmed_at)
     select id, 'sandbox', 'wallet', 'vodacom', '243810000001', 'Jean Mukendi', 'active', created_at, created_at, '0 hours',
            '\\x01', '\\x02', created_at
       from merchant where cell = $1`,
    [cell],
  )
  await rows(
    `insert into payout_destination (merchant_id, environment, type, account, bic, holder, state, created_at, usable_from, delay,
       created_session, confirmed_session, confirmed_at)
     select id, 'sandbox', 'bank', 'BE68539007547034', 'KREDBEBB', 'Boutique', 'active', created_at, created_at, '0 hours', '\\x01',
            '\\x02', created_at
       from merchant where cell = $1`,
    [cell],
  )
}
