// The gateway's id of an authentication is indexed only once it is known, so that the changes before write no index entry.
import type { MigrationBuilder } from 'node-pg-migrate'

const constraint = 'card_authentication_authentication_transaction_id_key'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql(
    'create unique index concurrently if not exists card_authentication_gateway_id on card_authentication (authentication_transaction_id) where authentication_transaction_id is not null',
  )
  pgm.sql(`set lock_timeout = '2s'`)
  pgm.sql(`alter table card_authentication drop constraint if exists ${constraint}`)
  pgm.sql('reset lock_timeout')
}
export const down = false
