// A list whose filters and page are in the address, so that it can be reloaded, shared and gone back to.
import { useLocation } from 'preact-iso'
import type { Paged } from '../ui/display/pager.tsx'
import { queryText } from '../ui/service/client.ts'
import { type Loaded, useLoad } from '../ui/service/load.ts'
import { api } from './access/session.ts'

export type List<Item> = {
  /** What the address asks for, `page` included. */
  query: Readonly<Record<string, string>>
  /** The same without `page`: what an export asks for. */
  filters: Readonly<Record<string, string>>
  loaded: Loaded<Paged<Item>>
  hrefOf: (page: number) => string
  /** The first page of those in one status; of all where it is empty. */
  hrefWith: (status: string) => string
  /** Goes to the first page of what these filters let through. */
  filter: (values: Record<string, string>) => void
}

/** @param name of the list, under /portal and under the API alike unless `source` says where it comes from */
export function useList<Item>(name: string, { source = name }: { source?: string } = {}): List<Item> {
  const { query, route } = useLocation()
  const { page: _, ...filters } = query
  const loaded = useLoad(`${name}${queryText(query)}`, (signal) =>
    api.get<Paged<Item>>(source, query, signal),
  )
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
