import { Icon } from '#components/ui/icon.tsx'

type ChipSelectProps = {
  label: string
  value: string
  options: readonly { value: string; name: string }[]
  /** What the chip says where it is not the name of what is chosen. */
  text?: string | undefined
  className?: string
  onChoose: (value: string) => void
}

/** A choice as small as a word: the element of the browser, under a chip that says what is chosen. */
export function ChipSelect({ label, value, options, text, className = 'chip', onChoose }: ChipSelectProps) {
  return (
    <label className={className}>
      <span aria-hidden="true">{text ?? options.find((option) => option.value === value)?.name}</span>
      <Icon name="down" />
      <select aria-label={label} value={value} onChange={(event) => onChoose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </label>
  )
}
