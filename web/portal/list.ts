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
  /** The address of the first page with this status, or this value of another parameter; of all items when it is empty. */
  hrefWith: (value: string, name?: string) => string
  /** Goes to the first page of the list with these filters. */
  filter: (values: Record<string, string>) => void
}

/**
 * Loads the list that the address asks for.
 * @param name the list's path under /portal, and in the API unless `source` is given
 * @param limit of items on a page; the service's own if it is left out
 */
export function useList<Item>(
  name: string,
  { source = name, limit }: { source?: string; limit?: number } = {},
): List<Item> {
  const { query, route } = useLocation()
  const { page: _, ...filters } = query
  const sent = { ...inShopDays(query), limit }
  const loaded = useLoad(`${name}${queryText(sent)}`, (signal) => api.get<Paged<Item>>(source, sent, signal))
  const at = (values: Record<string, string | number>) => `/portal/${name}${queryText(values)}`
  return {
    query,
    filters,
    loaded,
    hrefOf: (page) => at({ ...filters, page }),
    hrefWith: (value, name = 'status') => at({ ...filters, [name]: value }),
    filter: (values) => route(at(values)),
  }
}

/** A query whose days, if it has any, are those of the shop. */
export function inShopDays(query: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return query.from || query.to ? { ...query, time_zone: timeZone.value } : query
}
