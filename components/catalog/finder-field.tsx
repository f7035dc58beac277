import type { ComponentProps, ReactNode } from 'react'
import type { Finder } from '#components/catalog/use-finder.ts'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { type PluralForms, pluralText } from '#lib/core/i18n/plurals.ts'

export type FinderLabels = { label: string; placeholder: string; count: PluralForms; tag: string }

type FinderFieldProps = {
  finder: Finder
  icon: IconName
  labels: FinderLabels
  /** What else the field of this page does. */
  input: ComponentProps<'input'> & { id: string }
  /** The list under the field. */
  children: ReactNode
}

/** A search field with its label above it, and how many it found for those who do not see the list. */
export function FinderField({ finder, icon, labels, input, children }: FinderFieldProps) {
  return (
    <div className="find">
      <Icon name={icon} />
      <div>
        <label className="cap" htmlFor={input.id}>
          {labels.label}
        </label>
        <input placeholder={labels.placeholder} {...finder.input} {...input} />
      </div>
      <p className="sr-only" aria-live="polite">
        {finder.isShown ? pluralText(labels.count, finder.found.length, labels.tag) : ''}
      </p>
      {children}
    </div>
  )
}
