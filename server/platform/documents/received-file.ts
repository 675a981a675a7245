// Judges what arrives of a file that is sent in pieces: where a piece belongs, and what the complete file is.
import { createHash } from 'node:crypto'
import { type FileFault, looksAccepted, readFileBytes, type UploadedFile } from './uploaded-file.ts'

/** A key rotation reads many rows at once, so each is small; and whoever loses the connection sends no more than this again. */
export const maxPieceBytes = 64 * 1024

export const receivedStates = ['RECEIVING', 'RECEIVED', 'REFUSED'] as const
export type ReceivedState = (typeof receivedStates)[number]
export const receivedFaults = ['checksum', 'format', 'active'] as const
/** Why a file was refused. One that is too large is never begun. */
export type ReceivedFault = 'checksum' | Exclude<FileFault, 'size'>

/** More than the bytes by which a type of file is known. */
const enoughToJudge = 16

type Received = { state: ReceivedState; received: number; size: number }

/**
 * What to do with a piece that begins at `offset`: store it; ignore it, because it was received before; or refuse it, because pieces
 * before it are missing (`gap`), it is empty or longer than the rest (`length`), or the file is of no accepted type (`format`).
 */
export function judgePiece(
  file: Received,
  { offset, bytes }: { offset: number; bytes: Buffer },
): 'store' | 'repeated' | 'gap' | 'length' | 'format' {
  // A repetition, after a lost response or from another tab.
  // guard: upload-piece-once
  if (file.state !== 'RECEIVING' || offset < file.received) return 'repeated'
  if (offset > file.received) return 'gap'
  // guard: upload-piece-within-size
  if (bytes.length === 0 || offset + bytes.length > file.size) return 'length'
  // Said with the first piece, so that nobody sends megabytes in vain. One that is cut short says nothing about the file.
  if (offset === 0 && bytes.length >= enoughToJudge && !looksAccepted(bytes)) return 'format'
  return 'store'
}

/** @param sha256 as the sender announced it. @returns the file without what is not needed to draw it, or why it is refused. */
export function judgeFile(bytes: Buffer, sha256: Buffer): UploadedFile | ReceivedFault {
  // guard: upload-checksum
  if (!createHash('sha256').update(bytes).digest().equals(sha256)) return 'checksum'
  const file = readFileBytes(bytes)
  return file === 'size' ? 'format' : file
}

/**
 * Whether a known file begins anew when it is announced again: what was damaged on its way may come again, and so may a file whose first
 * piece was refused, as its hash was never compared. What is not accepted would not be accepted again. Another size than the first time:
 * one of the two announcements was wrong, and the file could never be complete.
 */
export function canRestart(
  { state, fault, received, size }: Received & { fault: ReceivedFault | null },
  announced: number,
): boolean {
  if (state === 'RECEIVING') return size !== announced
  return fault === 'checksum' || (state === 'REFUSED' && received < size)
}
