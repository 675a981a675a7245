// Batches of refunds in the console: their routes, and which admins may do what.
import { useLocation } from 'preact-iso'
import type * as schemas from '../../api/schemas.generated.ts'
import type { AnyBatchRow, Batch, BatchPlace, RowList } from '../../ui/batches/place.ts'
import { batchTextsOf } from '../../ui/batches/words.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { queryText } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { may } from '../frame/rights.ts'
import { api } from '../frame/session.ts'

export type AdminBatch = schemas.AdminRefundBatchResponse['data']
export type AdminBatchSummary = schemas.AdminRefundBatches['data']['items'][number]

const rights = { change: 'request_refunds', confirm: 'refunds', export: 'read' } as const

export const refundBatches: BatchPlace = {
  ...{ words: 'admin_refund', path: '/refund-batches', page: '/console/refund-batches', api },
  postConfirmed: (path, body) => api.post(path, body),
  useRows,
  may: (act) => may(rights[act]),
  isOwn: (batch) => (batch as Batch & Pick<AdminBatch, 'is_own'>).is_own,
  hrefOfRow: (id) => `/console/payments/${encodeURIComponent(id)}`,
  secondPerson: (batch) => batch && <SecondAdmin />,
}

function SecondAdmin() {
  const t = batchTextsOf('admin_refund')
  return <Notice title={t.second}>{t.secondHint}</Notice>
}

function useRows(path: string, limit: number): RowList {
  const { path: page, query, route } = useLocation()
  const { page: _, ...filters } = query
  const sent = { ...query, limit }
  const loaded = useLoad(`${path}/rows${queryText(sent)}`, (signal) =>
    api.get<Paged<AnyBatchRow>>(`${path}/rows`, sent, signal),
  )
  const at = (values: Record<string, string | number>) => `${page}${queryText(values)}`
  return {
    filters,
    loaded,
    hrefOf: (number) => at({ ...filters, page: number }),
    hrefWith: (value, name) => at({ ...filters, [name]: value }),
    filter: (values) => route(at(values)),
  }
}
