// Schemas of what the checkout page sends.
import { z } from 'zod'
import { text } from '../../platform/http/body/body.ts'
import { browserSchema } from '../authentication/browser/browser-facts.ts'

export const setupSchema = z.object({ transient_token: text({ min: 1, max: 8192 }) })

export const paySchema = z.object({ reference_id: text({ min: 1, max: 200 }), browser: browserSchema })

export const languageQuery = z.enum(['fr', 'en']).optional().meta({
  description: 'The language of the page. Defaults to that of the link, then of the browser.',
})
