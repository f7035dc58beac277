import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'

type FieldProps = {
  id: string
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  children: ReactNode
}

/** A label, a control and what is said about it. The control names `fieldDescription(id, …)` as its description. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
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

type TextFieldProps = Omit<FieldProps, 'children'> & Omit<ComponentProps<'input'>, 'id'>

/** A text field with its label, hint and error joined for screen readers. */
export function TextField({ id, label, hint, error, className, ...rest }: TextFieldProps) {
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')

  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        {...rest}
        id={id}
        className={className ? `input ${className}` : 'input'}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
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
