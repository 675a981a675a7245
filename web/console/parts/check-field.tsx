/** One thing that is so or not. */
export function CheckField({
  name,
  label,
  checked = false,
}: {
  name: string
  label: string
  /** To begin with. */
  checked?: boolean
}) {
  return (
    <label class="check">
      <input type="checkbox" name={name} defaultChecked={checked} />
      {label}
    </label>
  )
}
