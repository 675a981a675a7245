// The scripts that are loaded after the first page, one for each kind of work.
import { laterPages } from '../../ui/service/later-pages.tsx'

export const joining = laterPages(() => import('./joining.ts'))
export const till = laterPages(() => import('./till.ts'))
export const selling = laterPages(() => import('./selling.ts'))
export const money = laterPages(() => import('./money.ts'))
export const settings = laterPages(() => import('./settings.ts'))
export const sample = laterPages(() => import('./sample.ts'))
