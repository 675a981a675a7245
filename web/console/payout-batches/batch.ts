// Batches of payouts to banks, as the admin API gives them.
import type * as schemas from '../../api/schemas.generated.ts'

export type Batch = schemas.PayoutBatch
export type BatchDetail = schemas.PayoutBatchDetailResponse['data']
export type Waiting = schemas.PayoutsWaitingForBatch

export const batchHref = ({ batch_id }: Batch): string => `/console/payout-batches/${batch_id}`

/** Our account that pays: "EXEMPLE SARL •••• 0195". */
export const accountText = ({ account_name, account_last4 }: Batch): string =>
  `${account_name} ••••\u00a0${account_last4}`
