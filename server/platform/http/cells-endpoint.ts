// Routes of admins that read all cells: a cell that does not reply is named in the response, and what the others have is shown.
import { z } from 'zod'
import { type AnsweringCells, answeringCells } from '../database/answering-cells.ts'
import type { Cells } from '../database/cells.ts'
import type { Endpoint } from './api.ts'
import { type Call, endpoint } from './endpoint.ts'

type CellsNeeds = Readonly<{ cells: Cells }>
type DataSchema = z.ZodObject<{ status: z.ZodType; data: z.ZodObject }>

const cellsMissing = z
  .array(z.int())
  .meta({
    id: 'CellsMissing',
    description:
      'The cells that did not respond in time, whose merchants are missing here. Absent if none is missing.',
  })
  .optional()

/** As `endpoint`, for a handler that reads all cells and returns data. Its needs have cells of which some may be missing. */
export const endpointOfCells = ((declaration: Declaration) => {
  const handle = async (needs: CellsNeeds, call: Call<unknown>) => {
    const cells = answeringCells(needs.cells)
    const sent = await declaration.handle({ ...needs, cells }, call)
    return isWhole(cells) ? sent : withMissing(sent, cells)
  }
  return endpoint({
    ...declaration,
    responses: { 200: withCellsMissing(declaration.responses[200]) },
    handle,
  } as never)
}) as typeof endpoint

type Declaration = Omit<Endpoint, 'responses'> & {
  responses: { 200: DataSchema }
  handle: (needs: CellsNeeds, call: Call<unknown>) => Promise<{ data: object }>
}

/** @throws what the first cell failed with, if none has responded. */
function isWhole({ all, missing }: AnsweringCells): boolean {
  if (missing.size === all.length) throw missing.values().next().value
  return missing.size === 0
}

// guard: missing-cells-named
const withMissing = (sent: { data: object }, { missing }: AnsweringCells) => ({
  ...sent,
  data: { ...sent.data, cells_missing: [...missing.keys()].sort((a, b) => a - b) },
})

const withCellsMissing = (response: DataSchema): z.ZodType =>
  response
    .extend({ data: response.shape.data.extend({ cells_missing: cellsMissing }) })
    .meta(response.meta() ?? {})
