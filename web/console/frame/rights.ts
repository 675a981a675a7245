// What the signed-in admin may do: the service refuses the rest, and the pages do not offer it.
import type * as schemas from '../../api/schemas.generated.ts'
import { session } from './session.ts'

export type Right = schemas.Admin['data']['rights'][number]

/** Whether the admin may call the routes of a group. */
export const may = (right: Right): boolean => session.value?.me.rights.includes(right) ?? false
