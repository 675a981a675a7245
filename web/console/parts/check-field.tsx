/** A checkbox with its label. */
export function CheckField({
  name,
  label,
  checked = false,
}: {
  name: string
  label: string
  /** The initial state. */
  checked?: boolean
}) {
  return (
    <label class="check">
      <input type="checkbox" name={name} defaultChecked={checked} />
      {label}
    </label>
  )
}
