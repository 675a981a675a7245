// One batch, and the page that uploads one.
import { useRoute } from 'preact-iso'
import { OneBatch } from '../../ui/batches/one-batch.tsx'
import { UploadBatch } from '../../ui/batches/upload-batch.tsx'
import type { Kind } from '../../ui/batches/words.ts'
import { ConfirmAct } from '../step-up/step-up.tsx'
import { placeOf } from './place.tsx'

export const BatchPage = () => <ReadBatch kind="transfer" />
export const RefundBatchPage = () => <ReadBatch kind="refund" />
export const NewBatchPage = () => <UploadBatch place={placeOf('transfer')} />
export const NewRefundBatchPage = () => <UploadBatch place={placeOf('refund')} />

function ReadBatch({ kind }: { kind: Kind }) {
  const { id = '' } = useRoute().params
  return (
    <OneBatch place={placeOf(kind)} id={id}>
      <ConfirmAct />
    </OneBatch>
  )
}
