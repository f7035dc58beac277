'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { AREAS } from '#components/ui/admin/areas.ts'
import { moveCursor, openCursor, tickCursor } from '#components/ui/admin/row-cursor.ts'
import { SEARCH_FIELD } from '#components/ui/admin/search-box.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { CheckField } from '#components/ui/field.tsx'

const STORED = 'admin-single-keys'
const LEAD_MS = 1_500

/** The keys of the back office, and the list of them. Single keys can be switched off, and never act inside a field. */
export function KeyMap() {
  const t = useTranslations('admin.keys')
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const [isOn, setOn] = useState(true)
  const leadAt = useRef(0)

  useEffect(() => setOn(localStorage.getItem(STORED) !== 'off'), [])

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') return setOpen(true)
      if (!isOn) return
      const area = AREAS.find(({ key }) => key === event.key)
      if (area && performance.now() - leadAt.current < LEAD_MS) {
        leadAt.current = 0

        return router.push(area.href as Route)
      }
      if (event.key === 'g') leadAt.current = performance.now()
      if (event.key === 'j') moveCursor(1)
      if (event.key === 'k') moveCursor(-1)
      if (event.key === 'x') tickCursor()
      if (event.key === 'n') document.querySelector<HTMLAnchorElement>('a[data-new]')?.click()
      if (event.key === 'Enter') openCursor(event)
      if (event.key === '/') {
        event.preventDefault()
        document.getElementById(SEARCH_FIELD)?.focus()
      }
    }
    window.addEventListener('keydown', press)

    return () => window.removeEventListener('keydown', press)
  }, [isOn, router])

  const rows = [
    ['/', t('search')],
    ...AREAS.map(({ name, key }) => [`G ${key.toUpperCase()}`, t(name)]),
    ['J  K', t('move')],
    ['Enter', t('open')],
    ['X', t('tick')],
    ['N', t('new')],
    ['Ctrl K', t('palette')],
    ['?', t('list')],
  ]

  return (
    <Dialog isOpen={isOpen} onClose={() => setOpen(false)} labelledBy="keys-title">
      <h2 id="keys-title">{t('title')}</h2>
      <dl className="a-keys">
        {rows.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd className="a-kbd">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <CheckField
        checked={isOn}
        onChange={({ target }) => {
          setOn(target.checked)
          localStorage.setItem(STORED, target.checked ? 'on' : 'off')
        }}
      >
        {t('single')}
      </CheckField>
      <Button onClick={() => setOpen(false)}>{t('close')}</Button>
    </Dialog>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog') !== null
}
