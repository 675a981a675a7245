// A button of an action that some roles lack: they do not see it, because the service would refuse them.
import type { ComponentProps } from 'preact'
import { Button } from '../../ui/forms/button.tsx'
import { may, type Right } from './rights.ts'

export function ActButton({ right, ...button }: ComponentProps<typeof Button> & { right: Right }) {
  return may(right) ? <Button {...button} /> : null
}
