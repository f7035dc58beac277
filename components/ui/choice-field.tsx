import type { ComponentProps } from 'react'
import { Field, type FieldProps, fieldDescription } from '#components/ui/field.tsx'

type ChoiceFieldProps = Omit<FieldProps, 'id' | 'children'> &
  Omit<ComponentProps<'select'>, 'children'> & {
    /** As its name, where the page has no other field of that id. */
    id?: string
    /** The words for no choice; without them there is always one. */
    any?: string | undefined
    options: readonly (readonly [value: string, labels: string])[]
  }

/** One value among those that are known. */
export function ChoiceField({ name, id = name ?? '', label, hint, error, any, options, ...rest }: ChoiceFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <select {...rest} id={id} name={name} className="input" {...fieldDescription(id, { hint, error })}>
        {any === undefined ? null : <option value="">{any}</option>}
        {options.map(([one, labels]) => (
          <option key={one} value={one}>
            {labels}
          </option>
        ))}
      </select>
    </Field>
  )
}

type RadioFieldProps<Value extends string> = {
  name: string
  legend: string
  value: Value
  options: readonly (readonly [value: Value, label: string])[]
  onChange: (value: Value) => void
}

/** One value of a few, all of them in sight. */
export function RadioField<Value extends string>({ name, legend, value, options, onChange }: RadioFieldProps<Value>) {
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
      <legend className="text-small font-[550]">{legend}</legend>
      {options.map(([one, label]) => (
        <label key={one} className="check">
          <input type="radio" name={name} value={one} checked={value === one} onChange={() => onChange(one)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Fields beside each other; one for a moment does not shrink below its own words. */
export const FIELD_COLUMNS =
  'grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] items-start gap-3 has-[[type=datetime-local]]:grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))]'
