import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'

/*
 * SVG Tiny PS (draft-svg-tiny-ps-abrotman) is the format of BIMI logos: a square SVG Tiny 1.2 image with a title,
 * without animation, scripts or external content. A logo that fails this check would not be shown by mailbox providers,
 * without any error.
 */

const SVG = 'http://www.w3.org/2000/svg'
const MAX_DEPTH = 64
/** Most elements and attributes: besides the length, they determine the cost of a file. */
const MAX_PARTS = 20_000
/** Most problems to report. */
const MAX_PROBLEMS = 10
const MAX_SHOWN_CHARS = 40
/** Characters to process before other work gets its turn: a few milliseconds. */
const CHUNK_CHARS = 16 * 1024

/** The static elements of SVG Tiny 1.2 without external content. */
const ELEMENTS = new Set([
  ...['svg', 'title', 'desc', 'metadata', 'defs', 'g', 'use', 'switch'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['linearGradient', 'radialGradient', 'stop', 'solidColor'],
  ...['text', 'tspan', 'textArea', 'tbreak'],
  ...['font', 'font-face', 'font-face-src', 'glyph', 'missing-glyph', 'hkern'],
])

/** Reasons for elements that logos often contain. */
const REASONS: Record<string, string> = {
  script: 'scripts are not allowed',
  handler: 'scripts are not allowed',
  listener: 'scripts are not allowed',
  image: 'raster images are not allowed',
  foreignObject: 'foreign content is not allowed',
  a: 'links are not allowed',
  style: 'style sheets are not part of the profile; write colours as attributes, like fill="#336699"',
  animate: 'animation is not allowed',
  animateColor: 'animation is not allowed',
  animateMotion: 'animation is not allowed',
  animateTransform: 'animation is not allowed',
  set: 'animation is not allowed',
  mpath: 'animation is not allowed',
  discard: 'animation is not allowed',
  audio: 'media are not allowed',
  video: 'media are not allowed',
  animation: 'media are not allowed',
}

/** Attributes whose URLs are only names, which nobody fetches. */
const NAMING_ATTRIBUTES = new Set(['requiredFeatures', 'requiredExtensions'])

/** Stops parsing: the file is not usable XML, or enough problems are known. */
class Stopped extends Error {}

/**
 * Checks a file against the profile of BIMI logos. Takes time in proportion to its length, in small pieces, expands no
 * entities, and fetches nothing.
 * @returns the problems, in short sentences for the owner; empty if there are none.
 */
export async function checkSvgTinyPs(bytes: Uint8Array): Promise<string[]> {
  const text = decode(bytes)
  if (text === null) return ['it is not UTF-8 text']
  return new Check().run(text)
}

/** Without a byte order mark. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

class Check {
  readonly #problems = new Set<string>()
  #parts = 0
  #depth = 0
  /** Depth of the open document title; 0 if none is open. */
  #titleAt = 0
  #hasTitle = false

  async run(text: string): Promise<string[]> {
    try {
      const parser = this.#createParser()
      for (let from = 0; from < text.length; from += CHUNK_CHARS) {
        if (from > 0) await nextTurn()
        parser.write(text.slice(from, from + CHUNK_CHARS))
      }
      parser.close()
      if (!this.#hasTitle) this.#report('it needs a <title> with text as a child of the root <svg>')
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
    }
    return [...this.#problems]
  }

  #createParser(): SaxesParser<{ xmlns: true }> {
    const parser = new SaxesParser({ xmlns: true, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true })
    parser.on('error', ({ message }) => this.#stop(`it is not well-formed XML: ${shown(message, 120)}`))
    parser.on('doctype', () => this.#stop('a DOCTYPE is not allowed'))
    parser.on('processinginstruction', () => this.#report('processing instructions are not allowed'))
    parser.on('xmldecl', ({ version, encoding = 'UTF-8' }) => {
      if (version !== '1.0') this.#report('it is not XML 1.0')
      if (encoding.toUpperCase() !== 'UTF-8') this.#report('its encoding is not UTF-8')
    })
    // Before attributes are resolved, which walks over all levels.
    parser.on('opentagstart', () => this.#descend())
    parser.on('attribute', (attribute) => this.#checkAttribute(attribute))
    parser.on('opentag', (tag) => this.#open(tag))
    parser.on('closetag', () => this.#close())
    parser.on('text', (said) => this.#say(said))
    parser.on('cdata', (said) => this.#say(said))
    return parser
  }

  #descend(): void {
    this.#count()
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) this.#stop(`it is nested more than ${MAX_DEPTH} levels deep`)
  }

  #open(tag: SaxesTagNS): void {
    const { local, uri } = tag
    if (this.#depth === 1) this.#checkRoot(tag)
    else this.#checkElement(local, uri)
    if (this.#depth === 2 && local === 'title' && uri === SVG) this.#titleAt = this.#depth
  }

  #close(): void {
    if (this.#depth === this.#titleAt) this.#titleAt = 0
    this.#depth -= 1
  }

  #say(said: string): void {
    if (this.#titleAt > 0 && /\S/.test(said)) this.#hasTitle = true
  }

  #checkRoot({ local, uri, attributes }: SaxesTagNS): void {
    if (local !== 'svg' || uri !== SVG) this.#stop(`its root is not an <svg> in the namespace ${SVG}`)
    const of = (name: string) => attributes[name]?.value
    if (of('version') !== '1.2') this.#report('the root needs version="1.2"')
    if (of('baseProfile') !== 'tiny-ps') this.#report('the root needs baseProfile="tiny-ps"')
    if (of('x') !== undefined || of('y') !== undefined) this.#report('the root must not have x or y')
    this.#checkSquare(of('viewBox'), of('width'), of('height'))
  }

  #checkSquare(viewBox: string | undefined, width: string | undefined, height: string | undefined): void {
    const parts = (viewBox?.length ?? Infinity) < 200 ? viewBox!.trim().split(/\s+/) : []
    const numbers = parts.map((part) => (NUMBER.test(part) ? Number(part) : Number.NaN))
    const [, , wide = 0, high = 0] = numbers
    if (numbers.length !== 4 || !numbers.every(Number.isFinite)) {
      this.#report('the root needs a viewBox of four numbers separated by spaces, like viewBox="0 0 512 512"')
    } else if (wide !== high || wide <= 0) this.#report('its viewBox is not a square')
    if (width !== undefined && height !== undefined && width.trim() !== height.trim()) {
      this.#report('its width and height differ')
    }
  }

  #checkElement(local: string, uri: string): void {
    // A nested <svg> is not part of this profile.
    if (uri === SVG && ELEMENTS.has(local) && local !== 'svg') return
    const known = Object.hasOwn(REASONS, local) ? REASONS[local] : 'it is not part of the profile'
    this.#report(`<${shown(local)}>: ${uri === SVG ? known : 'elements outside the SVG namespace are not allowed'}`)
  }

  #checkAttribute({ name, prefix, local, value }: Omit<SaxesAttributeNS, 'uri'>): void {
    this.#count()
    if (prefix === 'xmlns' || name === 'xmlns') return
    if (/^on/i.test(local)) this.#report(`${shown(name)}: event handlers are not allowed`)
    if (/^style$/i.test(name)) this.#report(`${shown(name)}: ${REASONS.style}`)
    if (name === 'xml:base') this.#report('xml:base is not allowed')
    const isLink = /^(href|src)$/i.test(local)
    if (isLink ? !value.startsWith('#') : !NAMING_ATTRIBUTES.has(name) && LEADS_ELSEWHERE.test(value)) {
      this.#report(`${shown(name)}: refers to something outside the file; only references like "#name" are allowed`)
    }
  }

  #count(): void {
    this.#parts += 1
    if (this.#parts > MAX_PARTS) this.#stop(`it has more than ${MAX_PARTS} elements and attributes`)
  }

  #report(problem: string): void {
    this.#problems.add(problem)
    if (this.#problems.size >= MAX_PROBLEMS) throw new Stopped()
  }

  #stop(problem: string): never {
    this.#problems.add(problem)
    throw new Stopped()
  }
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
/**
 * Anything that could make a viewer fetch something: a URL, or a style with an escaped one. Only a few spaces are
 * allowed between `url(` and `#`.
 */
const LEADS_ELSEWHERE = /\/\/|\\|@import|javascript:|image-set\(|src\(|url\((?!\s{0,9}["']?\s{0,9}#)/i

/** Text from the file, cut to fit a message. */
const shown = (text: string, max = MAX_SHOWN_CHARS) => (text.length > max ? `${text.slice(0, max)}…` : text)
