// Batches in the portal: their routes, and who of a merchant's users may do what.
import type { AnyBatchRow, Batch, BatchPlace } from '../../ui/batches/place.ts'
import { batchTexts } from '../../ui/batches/texts.ts'
import type { Kind } from '../../ui/batches/words.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { api, may, session } from '../access/session.ts'
import { useList } from '../list.ts'
import { confirmedCall } from '../step-up/step-up.tsx'
import { FieldInput } from './field-input.tsx'
import { authorsOf, SecondUser } from './second-user.tsx'

const kinds = {
  transfer: { path: 'batches', right: 'payout', of: 'transfers' },
  refund: { path: 'refund-batches', right: 'refund', of: 'payments' },
} as const

export function placeOf(kind: Kind): BatchPlace {
  const { path, right, of } = kinds[kind]
  return {
    ...{ words: kind, path, page: `/portal/${path}`, api },
    postConfirmed: (path, body) => confirmedCall('POST', path, body),
    useRows: (path, limit) => useList<AnyBatchRow>(path, { source: `${path}/rows`, limit }),
    may: (act) => may(act === 'export' ? 'export' : right),
    isOwn,
    hrefOfRow: (id) => `/portal/${of}/${encodeURIComponent(id)}`,
    secondPerson: (batch) => <SecondUser {...(batch && { batch })} />,
    Input: FieldInput,
    wallet: () =>
      may('money') && (
        <p>
          <ButtonLink small href="/portal/wallet">
            {batchTexts().wallet}
          </ButtonLink>
        </p>
      ),
  }
}

function isOwn(batch: Batch): boolean {
  const own = session.value?.user?.email
  return own !== undefined && authorsOf(batch).includes(own)
}
