import t from 'tap'
import { damaged, drawnForm, fieldsOf } from '../cmr-papers.js'

const languages = ['es', 'en', 'fr', 'de'] as const
const seeds = [901, 902]
const forms = languages.flatMap((language) => seeds.map((seed) => drawnForm(language, seed)))

const plain = (value: unknown): string =>
  String(JSON.stringify(value))
    .toLowerCase()
    .replace(/[\s.,:/-]/g, '')
const sameText = (one: unknown, other: unknown): boolean => plain(one) === plain(other)

/** Of the fields that are read of pages: how many are what is printed, how many are not and seem sure, how many there are. */
function judged(pages: readonly ReturnType<typeof drawnForm>[]) {
  const all = pages.flatMap(({ page, truth }) =>
    [...fieldsOf(page).values()].map((field) => ({
      field,
      isRight: sameText(field.value, truth[field.name]),
    })),
  )
  const given = all.filter(({ field }) => field.value !== null)
  return {
    right: given.filter(({ isRight }) => isRight).length,
    surelyWrong: given.filter(({ isRight, field }) => !isRight && field.confidence >= 0.85).length,
    given: given.length,
    printed: pages.reduce((sum, { truth }) => sum + Object.keys(truth).length, 0),
  }
}

t.test('forms in four languages are read when every word is known', async (t) => {
  const { right, surelyWrong, given, printed } = judged(forms)
  t.ok(right / printed >= 0.9, `${right} of ${printed} are read`)
  t.ok(right / given >= 0.97, `${right} of ${given} are right`)
  t.ok(surelyWrong / given < 0.02, `${surelyWrong} are wrong and seem sure`)
})

t.test('without the lines of the form most is read still', async (t) => {
  const { right, given, printed } = judged(
    forms.map(({ page, truth }) => ({ truth, page: { ...page, rules: [] } })),
  )
  t.ok(right / printed >= 0.8, `${right} of ${printed} are read`)
  t.ok(right / given >= 0.9, `${right} of ${given} are right`)
})

t.test('half of the lines are enough', async (t) => {
  const broken = forms.map(({ page, truth }) => ({
    truth,
    page: { ...page, rules: page.rules.filter((_, index) => index % 2 === 0) },
  }))
  const { right, given, printed } = judged(broken)
  t.ok(right / printed >= 0.8, `${right} of ${printed} are read`)
  t.ok(right / given >= 0.9, `${right} of ${given} are right`)
})

t.test('misread words that recognition doubted give no sure value', async (t) => {
  const misread = forms.map(({ page, truth }) => ({
    truth,
    page: {
      ...page,
      words: damaged(page.words, 9, (word) => [
        { ...word, text: [...word.text].reverse().join(''), confidence: 0.4 },
      ]),
    },
  }))
  const { right, surelyWrong, given } = judged(misread)
  t.ok(surelyWrong / given < 0.02, `${surelyWrong} of ${given} are wrong and seem sure`)
  t.ok(right / given >= 0.6, `${right} of ${given} are right`)
})
