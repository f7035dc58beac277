import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'

export type FieldProps = {
  id: string
  /** Without one the control is named by itself. */
  label?: ReactNode
  hint?: ReactNode
  error?: ReactNode
  children: ReactNode
}

/** A label, a control and what is said about it. The control names what `fieldDescription` returns. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div className="field">
      {label === undefined ? null : <label htmlFor={id}>{label}</label>}
      {children}
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="warning" />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  )
}

/** What joins a control to its hint and its error. */
export function fieldDescription(id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')

  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined }
}

type Described = Omit<FieldProps, 'children'>
type TextFieldProps = Described & Omit<ComponentProps<'input'>, 'id'>

/** A text field with its label, hint and error joined for screen readers. */
export function TextField({ id, label, hint, error, className, ...rest }: TextFieldProps) {
  const classes = className ? `input ${className}` : 'input'

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input {...rest} id={id} className={classes} {...fieldDescription(id, { hint, error })} />
    </Field>
  )
}

/** A field of several lines, joined in the same way. */
export function AreaField({
  id,
  label,
  hint,
  error,
  className,
  ...rest
}: Described & Omit<ComponentProps<'textarea'>, 'id'>) {
  const classes = className ? `input ${className}` : 'input'

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea {...rest} id={id} className={classes} {...fieldDescription(id, { hint, error })} />
    </Field>
  )
}

/** A tick with its sentence; the whole line can be pressed. */
export function CheckField({ children, ...rest }: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <label className="check">
      <input {...rest} type="checkbox" />
      <span>{children}</span>
    </label>
  )
}
