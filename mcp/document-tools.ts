// Tools over the documents of the service, which are public: guides, the reference and the pages of errors.
import { z } from 'zod'
import { tool } from './tool.ts'

const path = z
  .string()
  .max(200)
  .regex(/^\/(?:guides|docs)\/[\w./-]+\.md$/)
  .refine((value) => !value.includes('..'))
  .describe('the path of a page as list_documents has it, such as /guides/en/refunds.md')

export const documentTools = [
  tool({
    name: 'list_documents',
    title: 'List the documents',
    description:
      'All guides, pages of the reference and pages of errors, each with a sentence on what it says.',
    effect: 'read',
    input: z.object({}),
    run: ({ baseUrl }) => textAt(`${baseUrl}/llms.txt`),
  }),
  tool({
    name: 'read_document',
    title: 'Read a document',
    description:
      'One page as Markdown. Read it before you explain how something works, or write code against the API.',
    effect: 'read',
    input: z.object({ path }),
    run: ({ baseUrl }, { path }) => textAt(baseUrl + path),
  }),
]

const patienceMs = 20_000

/** @throws Error where the page cannot be read. */
async function textAt(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' })
  if (!response.ok) throw new Error(`${url} responded ${response.status}`)
  return response.text()
}
