import { Field } from '#components/ui/field.tsx'

type ChoiceFieldProps = {
  name: string
  /** As its name, where the page has no other field of that id. */
  id?: string
  label: string
  /** The words for no choice; without them there is always one. */
  any?: string
  value: string | null
  options: readonly (readonly [value: string, words: string])[]
}

/** One value among those that a filter knows. */
export function ChoiceField({ name, id = name, label, any, value, options }: ChoiceFieldProps) {
  return (
    <Field id={id} label={label}>
      <select id={id} name={name} className="input" defaultValue={value ?? ''}>
        {any === undefined ? null : <option value="">{any}</option>}
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  )
}
