'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { GuidePreview, ProblemList, usePreview } from '#components/content/admin/guide-preview.tsx'
import { EditForm, useFieldEdits, useSaving } from '#components/ui/admin/edit-form.tsx'
import { ActionMessage } from '#components/ui/admin/form.tsx'
import { failureText } from '#components/ui/admin/known-label.ts'
import { Panel } from '#components/ui/admin/panel.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { AreaField, TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { addGuidePicture, type Preview, saveGuide } from '#lib/content/client/guides.ts'
import { type GuideWords, MOST_CHARACTERS, SHOWN_CHARACTERS } from '#lib/content/rules/guide-text.ts'
import type { GuidePlace } from '#lib/content/rules/public-route.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { slugOf } from '#lib/core/rules/slug.ts'
import { fitPhoto } from '#lib/settings/client/fit-photo.ts'
import { toBase64 } from '#lib/settings/client/settings.ts'
import { picturePath, type ShopPicture } from '#lib/settings/rules/brand.ts'

export type GuideEditorProps = {
  /** Null for a guide that is not kept yet. */
  id: string | null
  place: GuidePlace
  locale: Locale
  direction: 'ltr' | 'rtl'
  words: GuideWords
  version: number
  /** Where guides of this language stand, with a slash at the end. */
  base: string
  /** The address to propose, where it is not made of the title. */
  proposal: string | null
  /** The text as it was read when the page was made. */
  preview: Preview | null
  pictures: readonly ShopPicture[]
}

const FIELDS = ['title', 'slug', 'description', 'body'] as const

/** What was typed on into a new guide between its first saving and its own page. */
let typedOn: { id: string; words: Partial<GuideWords> } | null = null

/** Carries what is typed on after the first saving over to the page that the guide gets by it. */
function useTypedOn(id: string | null) {
  const [first] = useState(() => (id !== null && typedOn?.id === id ? typedOn.words : {}))
  const kept = useRef<{ id: string; sent: GuideWords } | null>(null)

  // Whoever comes back to the page later finds what is stored.
  useEffect(() => {
    if (typedOn?.id === id) typedOn = null
  }, [id])

  return {
    first: first as Record<string, string>,
    keepAs: (keptId: string, sent: GuideWords) => {
      kept.current = { id: keptId, sent }
    },
    note: (typed: GuideWords) => {
      if (!kept.current) return
      const { sent } = kept.current
      const later = FIELDS.filter((field) => typed[field] !== sent[field]).map((field) => [field, typed[field]])
      typedOn = { id: kept.current.id, words: Object.fromEntries(later) }
    },
  }
}

/** What a guide says in one language, beside what the shop will make of it. Saving makes a version and shows nothing. */
export function GuideEditor(props: GuideEditorProps) {
  const { id, place, locale, direction, words, version, base, proposal } = props
  const t = useTranslations('admin-guides')
  const tAction = useTranslations('action')
  const tLabel = useTranslations('admin.label')
  const router = useRouter()
  const text = useRef<HTMLTextAreaElement>(null)
  const later = useTypedOn(id)
  const edits = useFieldEdits<string, string>({ ...words }, (_, typed) => typed, later.first)
  const typed = Object.fromEntries(FIELDS.map((field) => [field, edits.typed(field) ?? words[field]])) as GuideWords
  // An address is proposed until somebody writes one.
  const now = { ...typed, slug: typed.slug || (version === 0 ? (proposal ?? slugOf(typed.title)) : '') }
  const preview = usePreview({ id, place, locale }, now, props.preview)
  const saving = useSaving(t, t('saved', { version: String(version + 1) }))
  const wrong = (field: keyof GuideWords) => {
    const fields = saving.failure?.details.fields

    return saving.failure && Array.isArray(fields) && fields.includes(field)
      ? failureText([t, tAction], saving.failure)
      : null
  }
  const field = (name: keyof GuideWords) => ({
    ...{ id: `guide-${name}`, value: name === 'slug' ? now.slug : typed[name], error: wrong(name) },
    onChange: ({ target }: { target: { value: string } }) => edits.type(name, target.value),
  })
  const counted = (name: 'title' | 'description') =>
    t('shownLength', { count: typed[name].trim().length, most: SHOWN_CHARACTERS[name] })

  async function save() {
    const kept = await saveGuide({ id, place, locale, seen: version }, now)
    if (id !== null) return
    later.keepAs(kept.id, typed)
    router.push(`/admin/guides/${kept.id}?in=${locale}` as Route)
  }

  useEffect(() => later.note(typed))

  function insert(piece: string) {
    const area = text.current
    // More may have been typed while a picture was on its way.
    const body = area?.value ?? typed.body
    const at = area?.selectionEnd ?? body.length
    edits.type('body', body.slice(0, at) + piece + body.slice(at))
    area?.focus()
  }

  /** Shows the line of a problem in the text. */
  function showLine(line: number) {
    const area = text.current
    if (!area) return
    const lines = typed.body.split('\n')
    const from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
    area.focus()
    area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0))
    area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 4)
  }

  return (
    <div className="grid grid-cols-1 items-start gap-4 min-[1280px]:grid-cols-2">
      <Panel id="guide-words" title={tLabel('text')}>
        <EditForm
          edits={edits}
          saving={saving}
          save={save}
          nameOf={(key) => t(`field.${key as 'title'}`)}
          say={(value, key) =>
            key === 'body' ? (
              <textarea
                className="input min-h-48 font-code text-sm/[1.6]"
                rows={8}
                readOnly
                lang={locale}
                dir={direction}
                aria-label={t('field.body')}
                value={value}
              />
            ) : (
              value
            )
          }
          isReady={typed.title.trim() !== '' || typed.body.trim() !== ''}
          press={t('save')}
        >
          <TextField
            {...field('title')}
            label={t('field.title')}
            hint={counted('title')}
            maxLength={MOST_CHARACTERS.title}
            lang={locale}
            dir={direction}
          />
          <TextField
            {...field('slug')}
            label={tLabel('address')}
            hint={
              <bdi dir="ltr">
                {base}
                {now.slug}
              </bdi>
            }
            maxLength={MOST_CHARACTERS.slug}
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
          />
          <AreaField
            {...field('description')}
            label={t('field.description')}
            hint={counted('description')}
            rows={2}
            maxLength={MOST_CHARACTERS.description}
            lang={locale}
            dir={direction}
          />
          <InsertBar pictures={props.pictures} onInsert={insert} />
          <AreaField
            {...field('body')}
            ref={text}
            label={t('field.body')}
            hint={t('bodyHint')}
            className="min-h-48 font-code text-sm/[1.6]"
            rows={26}
            lang={locale}
            dir={direction}
          />
        </EditForm>
      </Panel>
      <Panel id="guide-preview" title={t('preview')} hint={preview.isBusy ? t('previewBusy') : t('previewHint')}>
        <ProblemList preview={preview} onLine={showLine} />
        <GuidePreview {...{ locale, direction }} preview={preview.shown} words={typed} />
      </Panel>
    </div>
  )
}

type InsertBarProps = { pictures: readonly ShopPicture[]; onInsert: (piece: string) => void }

/** What can be put into a text where the cursor stands: blocks of the shop, and pictures with their words. */
function InsertBar({ pictures, onInsert }: InsertBarProps) {
  const t = useTranslations('admin-guides')
  const tLabel = useTranslations('admin.label')
  const block = (text: string) => () => onInsert(`\n\n${text}\n\n`)

  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <span className="a-meta">{t('insert.label')}</span>
        <Button size="small" onClick={block(':::plans japan')}>
          {tLabel('plans')}
        </Button>
        <Button size="small" onClick={block(`:::questions\n### ${t('insert.question')}\n${t('insert.answer')}\n:::`)}>
          {t('insert.questions')}
        </Button>
        <Button size="small" onClick={block(':::phone')}>
          {t('insert.phone')}
        </Button>
      </p>
      <details className="group">
        <summary className="flex min-h-[max(1.75rem,var(--a-ctl))] cursor-pointer list-none items-center gap-1.5 font-[550] [&::-webkit-details-marker]:hidden">
          <Icon name="down" className="size-3.5 -rotate-90 group-open:rotate-0 rtl:not-group-open:rotate-90" />
          {t('picture.title')}
        </summary>
        <PictureFields pictures={pictures} onInsert={onInsert} />
      </details>
    </div>
  )
}

function PictureFields({ pictures, onInsert }: InsertBarProps) {
  const t = useTranslations('admin-guides.picture')
  const tLabel = useTranslations('admin.label')
  const tRoom = useTranslations('admin-guides')
  const file = useRef<HTMLInputElement>(null)
  const words = useRef<HTMLInputElement>(null)
  const put = (picture: Pick<ShopPicture, 'hash' | 'type'>) => {
    const alt = words.current?.value.replaceAll(/[[\]\s]+/g, ' ').trim() ?? ''
    onInsert(`\n\n![${alt}](${picturePath(picture)})\n\n`)
    if (words.current) words.current.value = ''
    if (file.current) file.current.value = ''
  }
  const sending = useAction({
    send: async () => {
      const [picked] = file.current?.files ?? []

      return picked ? addGuidePicture(await toBase64(await fitPhoto(picked, 'guide'))) : null
    },
    roomTexts: tRoom,
    tell: (added) => (added ? t('added') : { tone: 'bad', text: t('missing') }),
    onDone: (added) => added && put(added),
  })

  return (
    <div className="grid gap-3 rounded-[8px] border border-line p-3">
      <TextField
        ref={words}
        id="picture-alt"
        label={t('alt')}
        hint={t('altHint')}
        maxLength={200}
        dir="auto"
        autoComplete="off"
      />
      <TextField
        ref={file}
        id="picture-file"
        type="file"
        accept="image/*"
        label={tLabel('picture')}
        hint={t('fileHint')}
      />
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <Button size="small" aria-disabled={sending.isSending || undefined} onClick={() => void sending.run()}>
          {t('send')}
        </Button>
      </p>
      <ActionMessage message={sending.message} variant="line" />
      {pictures.length > 0 ? (
        <ul className="flex flex-wrap gap-2" aria-label={t('known')}>
          {pictures.map(({ hash, type, width, height }, place) => (
            <li key={hash}>
              <button
                type="button"
                className="rounded-[6px] border border-line-control bg-card p-[3px] *:h-14 *:w-auto *:max-w-32 *:object-cover"
                aria-label={t('put', { number: place + 1 })}
                onClick={() => put({ hash, type })}
              >
                <img src={picturePath({ hash, type })} {...{ width, height }} alt="" loading="lazy" decoding="async" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
