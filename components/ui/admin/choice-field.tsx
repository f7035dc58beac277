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
