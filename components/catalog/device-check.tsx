'use client'

import { useEffect, useId, useRef, useState } from 'react'
import { type DeviceFamily, findDevice } from '#components/catalog/device-match.ts'
import { Notice } from '#components/ui/notice.tsx'
import { fillText } from '#lib/core/i18n/plurals.ts'
import { keepPhone } from '#lib/esims/client/known-phone.ts'

export type DeviceWords = {
  label: string
  placeholder: string
  yes: string
  no: string
  checked: string
  checkedNo: string
  unlisted: string
  except: string
  /** Region codes of the list in words. */
  regions: Record<string, string>
  tag: string
}

/** Asks for a phone and says one of three things. It never stands in the way of buying. */
export function DeviceCheck({ words, isLabelHidden = false }: { words: DeviceWords; isLabelHidden?: boolean }) {
  const id = useId()
  const [text, setText] = useState('')
  const [families, setFamilies] = useState<readonly DeviceFamily[] | null>(null)
  const asked = useRef(false)
  const isAsking = families !== null && text.trim().length >= 3
  const family = isAsking ? findDevice(families, text) : null

  // The latest answer is that for the reader's own phone, until another one is asked for.
  useEffect(() => {
    if (family) keepPhone(toKnown(family))
  }, [family])

  const load = () => {
    if (asked.current) return
    asked.current = true
    import('#lib/catalog/rules/devices.json')
      .then((file) => setFamilies(file.default.families))
      .catch(() => {
        asked.current = false
      })
  }

  return (
    <div className="stack gap-3">
      <div className="field">
        <label className={isLabelHidden ? 'sr-only' : undefined} htmlFor={id}>
          {words.label}
        </label>
        <input
          id={id}
          className="input"
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder={words.placeholder}
          value={text}
          onFocus={load}
          onChange={(event) => {
            load()
            setText(event.target.value)
          }}
        />
      </div>
      <div aria-live="polite">{isAsking ? <Answer family={family} words={words} /> : null}</div>
    </div>
  )
}

function toKnown({ brand, family, supports, except, checkedOn }: DeviceFamily) {
  const answer = !supports ? 'no' : except.length > 0 ? 'mostly' : 'yes'

  return { name: `${brand} ${family}`, answer, checkedOn } as const
}

function Answer({ family, words }: { family: DeviceFamily | null; words: DeviceWords }) {
  if (family === null) return <Notice>{words.unlisted}</Notice>
  const date = new Intl.DateTimeFormat(words.tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${family.checkedOn}T00:00:00Z`),
  )
  const except = family.except.map((region) => words.regions[region] ?? region).join(', ')

  return (
    <Notice tone={family.supports ? 'good' : 'wait'}>
      <b>
        {family.brand} {family.family}: {family.supports ? words.yes : words.no}
      </b>{' '}
      {fillText(family.supports ? words.checked : words.checkedNo, { date })}
      {except ? ` ${fillText(words.except, { regions: except })}` : ''}
    </Notice>
  )
}
