// The errors of batches of any kind.
import type { ProblemSpec } from '../kernel/problem.ts'

export const batchProblems = {
  batch_unknown: { code: 'RMT-404', status: 404, detail: 'Batch not found', retry: 'never' },
  batch_file: {
    code: 'RMT-1005',
    status: 400,
    detail: 'The file cannot be read: {reason}',
    sent: ['reason'],
    retry: 'never',
  },
  batch_repeated: {
    code: 'RMT-1034',
    status: 409,
    detail: 'These rows were uploaded before, as batch {batch_id}',
    retry: 'never',
  },
  batch_state: { code: 'RMT-1008', status: 409, detail: 'The batch is {state}', retry: 'never' },
  batch_faulty: {
    code: 'RMT-1008',
    status: 409,
    detail: 'The batch has faulty rows. Confirm it with skip_faulty to leave them out',
    retry: 'never',
  },
  batch_empty: {
    code: 'RMT-1008',
    status: 409,
    detail: 'The batch has no row that can be paid',
    retry: 'never',
  },
  batch_figures: {
    code: 'RMT-1008',
    status: 409,
    detail: 'These are not the figures of the batch',
    retry: 'never',
  },
  batch_uploader: {
    code: 'RMT-1021',
    status: 403,
    detail: 'Whoever uploaded or corrected a batch cannot confirm it',
    retry: 'never',
  },
  batch_profile: {
    code: 'RMT-1021',
    status: 403,
    detail: 'You have changed profile {profile}: another user must confirm a batch with it first',
    sent: ['profile'],
    retry: 'never',
  },
  batch_person: {
    code: 'RMT-403',
    status: 403,
    detail: 'A user confirms a batch in the portal',
    retry: 'never',
  },
  batch_row_unknown: { code: 'RMT-404', status: 404, detail: 'Row not found', retry: 'never' },
  batch_row_state: {
    code: 'RMT-1008',
    status: 409,
    detail: 'The row is {state}; only faulty rows are corrected',
    retry: 'never',
  },
  batch_nothing_failed: {
    code: 'RMT-1008',
    status: 409,
    detail: 'No row of the batch can be sent again',
    retry: 'never',
  },
} as const satisfies Record<string, ProblemSpec>
