'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useRef, useState } from 'react'
import { POPOVER, usePopover } from '#components/ui/admin/popover.ts'
import { CheckField } from '#components/ui/field.tsx'
import { hideColumns } from '#lib/checkout/client/backoffice.ts'
import type { ColumnList } from '#lib/core/rules/lists.ts'

type ColumnMenuProps = {
  list: ColumnList
  /** What may be hidden, in the order of the list. */
  columns: { name: string; label: ReactNode }[]
  hidden: readonly string[]
}

/** Which columns a list shows: kept with the person, on every device. */
export function ColumnMenu({ list, columns, hidden: kept }: ColumnMenuProps) {
  const t = useTranslations('admin-bulk.columns')
  const tAction = useTranslations('action')
  const router = useRouter()
  const [hidden, setHidden] = useState(kept)
  const [state, setState] = useState<'kept' | 'sending' | 'failed'>('kept')
  // One after the other: what was ticked last is what is kept, and its answer is what is said.
  const sent = useRef(Promise.resolve())
  const last = useRef<readonly string[]>(kept)
  const { menu } = usePopover()

  function show(name: string, isShown: boolean) {
    const next = isShown ? hidden.filter((one) => one !== name) : [...hidden, name]
    const say = (answer: 'kept' | 'failed') => {
      if (last.current === next) setState(answer)
    }
    last.current = next
    setHidden(next)
    setState('sending')
    sent.current = sent.current
      .then(() => hideColumns({ list, hidden: next }))
      .then(
        () => {
          say('kept')
          router.refresh()
        },
        () => say('failed'),
      )
  }

  return (
    <details ref={menu} className="a-menu relative ms-auto">
      <summary className="btn btn-small">{t('label')}</summary>
      <fieldset className={`${POPOVER} p-3.5 [&>.check]:min-h-(--a-ctl) [&>.check]:items-center`}>
        <legend className="sr-only">{t('shown')}</legend>
        {columns.map(({ name, label }) => (
          <CheckField
            key={name}
            checked={!hidden.includes(name)}
            autoComplete="off"
            onChange={({ target }) => show(name, target.checked)}
          >
            {label}
          </CheckField>
        ))}
        <p role="status" className="a-meta">
          {state === 'sending' ? tAction('sending') : t(state)}
        </p>
      </fieldset>
    </details>
  )
}
