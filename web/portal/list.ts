// Lists that keep their filters and page number in the address, so that they can be reloaded and shared.
import { useLocation } from 'preact-iso'
import type { Paged } from '../ui/display/pager.tsx'
import { timeZone } from '../ui/display/time.tsx'
import { queryText } from '../ui/service/client.ts'
import { type Loaded, useLoad } from '../ui/service/load.ts'
import { api } from './access/session.ts'

export type List<Item> = {
  /** The query in the address, including `page`. */
  query: Readonly<Record<string, string>>
  /** The query without `page`, as used by an export. */
  filters: Readonly<Record<string, string>>
  loaded: Loaded<Paged<Item>>
  hrefOf: (page: number) => string
  /** The address of the first page of items with this status; of all items when it is empty. */
  hrefWith: (status: string) => string
  /** Goes to the first page of the list with these filters. */
  filter: (values: Record<string, string>) => void
}

/**
 * Loads the list that the address asks for.
 * @param name the list's path under /portal, and in the API unless `source` is given
 */
export function useList<Item>(name: string, { source = name }: { source?: string } = {}): List<Item> {
  const { query, route } = useLocation()
  const { page: _, ...filters } = query
  const sent = inShopDays(query)
  const loaded = useLoad(`${name}${queryText(sent)}`, (signal) => api.get<Paged<Item>>(source, sent, signal))
  const at = (values: Record<string, string | number>) => `/portal/${name}${queryText(values)}`
  return {
    query,
    filters,
    loaded,
    hrefOf: (page) => at({ ...filters, page }),
    hrefWith: (status) => at({ ...filters, status }),
    filter: (values) => route(at(values)),
  }
}

/** A query whose days, if it has any, are those of the shop. */
export function inShopDays(query: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return query.from || query.to ? { ...query, time_zone: timeZone.value } : query
}
