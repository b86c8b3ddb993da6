package math

import (
	"strings"
	"sync"
)

// The symbols by class: a command and its character, in pairs. Names follow
// KaTeX, so that what the preview shows is what is printed.
const (
	ordNames = `alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ varkappa ϰ
lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω
digamma ϝ thetasym ϑ Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ Omicron Ο
Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω varGamma Γ varDelta Δ varTheta Θ varLambda Λ varXi Ξ varPi Π varSigma Σ
varUpsilon Υ varPhi Φ varPsi Ψ varOmega Ω
infty ∞ partial ∂ nabla ∇ hbar ℏ hslash ℏ ell ℓ wp ℘ weierp ℘ Re ℜ real ℜ Re ℜ Im ℑ image ℑ aleph ℵ alefsym ℵ alef ℵ beth ℶ gimel ℷ daleth ℸ
imath ı jmath ȷ eth ð forall ∀ exists ∃ exist ∃ nexists ∄ neg ¬ lnot ¬ emptyset ∅ empty ∅ varnothing ∅ top ⊤ bot ⊥ angle ∠ measuredangle ∡ sphericalangle ∢
triangle △ triangledown ▽ blacktriangle ▲ blacktriangledown ▼ square □ Box □ blacksquare ■ lozenge ◊ Diamond ◊ blacklozenge ⧫ diamondsuit ♢ diamonds ♢
heartsuit ♡ hearts ♡ clubsuit ♣ clubs ♣ spadesuit ♠ spades ♠ flat ♭ natural ♮ sharp ♯ surd √ backslash \ degree ° checkmark ✓ maltese ✠ bigstar ★
dag † ddag ‡ S § P ¶ copyright © pounds £ mathsterling £ yen ¥ prime ′ backprime ‵ Finv Ⅎ Game ⅁ mho ℧ complement ∁ Bbbk 𝕜 circledR ® circledS Ⓢ
diagup ╱ diagdown ╲ _ _ # # % % & & $ $ { { } } lbrace { rbrace } colon : ldotp . cdotp · textunderscore _ textdollar $ textbackslash \ textasciitilde ~
textasciicircum ^ textquotesingle ' textbar | textless < textgreater > textdegree ° euro € oe œ OE Œ ae æ AE Æ aa å AA Å o ø O Ø ss ß i ı j ȷ l ł L Ł
dotsc … dotso … dotsb ⋯ dotsm ⋯ dotsi ⋯ vdots ⋮ ldots … dots … mathellipsis … textellipsis … hdots … infin ∞ isinf ∞ N ℕ R ℝ Z ℤ
cnums ℂ Complex ℂ natnums ℕ reals ℝ Reals ℝ R ℝ Q ℚ varinjlimits x ordinarycolon : vert | Vert ‖ | ‖`
	binNames = `pm ± mp ∓ times × div ÷ cdot ⋅ ast ∗ star ⋆ circ ∘ bullet ∙ cap ∩ cup ∪ Cap ⋒ Cup ⋓ doublecap ⋒ doublecup ⋓ uplus ⊎ sqcap ⊓ sqcup ⊔ vee ∨ lor ∨ wedge ∧ land ∧
setminus ∖ smallsetminus ∖ wr ≀ diamond ⋄ bigtriangleup △ bigtriangledown ▽ triangleleft ◃ triangleright ▹ lhd ⊲ rhd ⊳ unlhd ⊴ unrhd ⊵ oplus ⊕ ominus ⊖ otimes ⊗ oslash ⊘
odot ⊙ bigcirc ◯ dagger † ddagger ‡ amalg ⨿ And & ltimes ⋉ rtimes ⋊ leftthreetimes ⋋ rightthreetimes ⋌ curlywedge ⋏ curlyvee ⋎ circleddash ⊝ circledast ⊛
circledcirc ⊚ centerdot ⋅ intercal ⊺ barwedge ⊼ doublebarwedge ⩞ veebar ⊻ boxplus ⊞ boxminus ⊟ boxtimes ⊠ boxdot ⊡ divideontimes ⋇ dotplus ∔ gtrdot ⋗ lessdot ⋖ plusmn ± sdot ⋅`
	relNames = `le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ leqslant ⩽ geqslant ⩾ leqq ≦ geqq ≧ ll ≪ gg ≫ lll ⋘ llless ⋘ ggg ⋙ gggtr ⋙ lt < gt > equiv ≡ sim ∼ simeq ≃ approx ≈ thickapprox ≈ thicksim ∼
approxeq ≊ cong ≅ propto ∝ varpropto ∝ doteq ≐ doteqdot ≑ Doteq ≑ asymp ≍ bumpeq ≏ Bumpeq ≎ eqcirc ≖ circeq ≗ triangleq ≜ risingdotseq ≓ fallingdotseq ≒ backsim ∽ backsimeq ⋍
prec ≺ succ ≻ preceq ⪯ succeq ⪰ preccurlyeq ≼ succcurlyeq ≽ curlyeqprec ⋞ curlyeqsucc ⋟ precsim ≾ succsim ≿ precapprox ⪷ succapprox ⪸ precneqq ⪵ succneqq ⪶ precnsim ⋨ succnsim ⋩
precnapprox ⪹ succnapprox ⪺ subset ⊂ sub ⊂ supset ⊃ subseteq ⊆ sube ⊆ supseteq ⊇ supe ⊇ subsetneq ⊊ supsetneq ⊋ varsubsetneq ⊊ varsupsetneq ⊋ varsubsetneqq ⫋ varsupsetneqq ⫌ subseteqq ⫅ supseteqq ⫆
subsetneqq ⫋ supsetneqq ⫌ Subset ⋐ Supset ⋑ sqsubset ⊏ sqsupset ⊐ sqsubseteq ⊑ sqsupseteq ⊒ in ∈ isin ∈ ni ∋ owns ∋ notin ∉ notni ∌ mid ∣ nmid ∤ parallel ∥ nparallel ∦ shortmid ∣ shortparallel ∥
nshortmid ∤ nshortparallel ∦ perp ⊥ models ⊨ vdash ⊢ dashv ⊣ vDash ⊨ Vdash ⊩ Vvdash ⊪ nvdash ⊬ nvDash ⊭ nVdash ⊮ nVDash ⊯ smile ⌣ frown ⌢ smallsmile ⌣ smallfrown ⌢ bowtie ⋈ Join ⋈ pitchfork ⋔
between ≬ therefore ∴ because ∵ trianglelefteq ⊴ trianglerighteq ⊵ ntriangleleft ⋪ ntriangleright ⋫ ntrianglelefteq ⋬ ntrianglerighteq ⋭ vartriangle △ vartriangleleft ⊲ vartriangleright ⊳
blacktriangleleft ◀ blacktriangleright ▶ lesssim ≲ gtrsim ≳ lessapprox ⪅ gtrapprox ⪆ lessgtr ≶ gtrless ≷ lesseqgtr ⋚ gtreqless ⋛ lesseqqgtr ⪋ gtreqqless ⪌ eqslantless ⪕ eqslantgtr ⪖
lneq ⪇ gneq ⪈ lneqq ≨ gneqq ≩ lvertneqq ≨ gvertneqq ≩ lnsim ⋦ gnsim ⋧ lnapprox ⪉ gnapprox ⪊ nless ≮ ngtr ≯ nleq ≰ ngeq ≱ nleqslant ≰ ngeqslant ≱ nleqq ≰ ngeqq ≱ nsim ≁ ncong ≇ nprec ⊀ nsucc ⊁
npreceq ⋠ nsucceq ⋡ nsubseteq ⊈ nsupseteq ⊉ nsubseteqq ⊈ nsupseteqq ⊉ coloneqq ≔ colonequals ≔ eqqcolon ≕ equalscolon ≕ Coloneqq ⩴ dblcolon ∷ vcentcolon : ratio : eqcolon ∹ eqsim ≂
gets ← leftarrow ← larr ← rightarrow → rarr → to → leftrightarrow ↔ harr ↔ Leftarrow ⇐ lArr ⇐ Larr ⇐ Rightarrow ⇒ rArr ⇒ Rarr ⇒ Leftrightarrow ⇔ hArr ⇔ Harr ⇔ lrArr ⇔ Lrarr ⇔ lrarr ↔ uparrow ↑ uarr ↑ downarrow ↓ darr ↓
updownarrow ↕ Uparrow ⇑ uArr ⇑ Uarr ⇑ Downarrow ⇓ dArr ⇓ Darr ⇓ Updownarrow ⇕ longleftarrow ⟵ longrightarrow ⟶ longleftrightarrow ⟷ Longleftarrow ⟸ impliedby ⟸ Longrightarrow ⟹ implies ⟹ Longleftrightarrow ⟺ iff ⟺
mapsto ↦ mapsfrom ↤ longmapsto ⟼ hookleftarrow ↩ hookrightarrow ↪ leftharpoonup ↼ leftharpoondown ↽ rightharpoonup ⇀ rightharpoondown ⇁ upharpoonleft ↿ upharpoonright ↾ restriction ↾ downharpoonleft ⇃
downharpoonright ⇂ rightleftharpoons ⇌ leftrightharpoons ⇋ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖ leadsto ⇝ rightsquigarrow ⇝ leftrightsquigarrow ↭ leftarrowtail ↢ rightarrowtail ↣ twoheadleftarrow ↞
twoheadrightarrow ↠ leftleftarrows ⇇ rightrightarrows ⇉ leftrightarrows ⇆ rightleftarrows ⇄ upuparrows ⇈ downdownarrows ⇊ Lleftarrow ⇚ Rrightarrow ⇛ looparrowleft ↫ looparrowright ↬ curvearrowleft ↶
curvearrowright ↷ circlearrowleft ↺ circlearrowright ↻ Lsh ↰ Rsh ↱ multimap ⊸ nleftarrow ↚ nrightarrow ↛ nleftrightarrow ↮ nLeftarrow ⇍ nRightarrow ⇏ nLeftrightarrow ⇎ dashleftarrow ⇠ dashrightarrow ⇢
origof ⊶ imageof ⊷ trianglelefteq ⊴`
	openNames  = `langle ⟨ lang ⟨ lceil ⌈ lfloor ⌊ lvert | lVert ‖ lbrack [ lparen ( lgroup ⟮ lmoustache ⎰ ulcorner ⌜ llcorner ⌞ llbracket ⟦ lBrace ⦃ lAngle ⟪`
	closeNames = `rangle ⟩ rang ⟩ rceil ⌉ rfloor ⌋ rvert | rVert ‖ rbrack ] rparen ) rgroup ⟯ rmoustache ⎱ urcorner ⌝ lrcorner ⌟ rrbracket ⟧ rBrace ⦄ rAngle ⟫`
	sumNames   = `sum ∑ prod ∏ coprod ∐ bigcap ⋂ bigcup ⋃ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀ biguplus ⨄ bigsqcup ⨆ intop ∫`
	intNames   = `int ∫ iint ∬ iiint ∭ iiiint ⨌ oint ∮ oiint ∯ oiiint ∰ smallint ∫ idotsint ∫⋯∫`
	funcNames  = `arccos arcsin arctan arctg arcctg arg ch cos cosec cosh cot cotg coth csc ctg cth deg dim exp hom ker lg ln log sec sin sinh sh sgn tan tanh tg th`
	limNames   = `det gcd inf lim max min Pr sup argmax argmin liminf limsup injlim projlim plim`
)

// spaced are the limits of two words, and what KaTeX draws with lines.
var spaced = map[string]string{"liminf": "lim inf", "limsup": "lim sup", "injlim": "inj lim", "projlim": "proj lim", "argmax": "arg max", "argmin": "arg min"}

// spaces are gaps, in eighteenths of a quad.
var spaces = map[string]float64{",": 3, "thinspace": 3, ":": 4, ">": 4, "medspace": 4, ";": 5, "thickspace": 5, "!": -3, "negthinspace": -3,
	"negmedspace": -4, "negthickspace": -5, "quad": 18, "qquad": 36, "enspace": 9, "enskip": 9, " ": 6, "space": 6, "nobreakspace": 6}

// characters are what stands for itself with a class of its own, or for
// something else.
var characters = map[string]Symbol{
	"+": {Text: "+", Class: Bin}, "-": {Text: "−", Class: Bin}, "*": {Text: "∗", Class: Bin}, "=": {Text: "=", Class: Rel}, "<": {Text: "<", Class: Rel},
	">": {Text: ">", Class: Rel}, ":": {Text: ":", Class: Rel}, "(": {Text: "(", Class: Open}, "[": {Text: "[", Class: Open}, ")": {Text: ")", Class: Close},
	"]": {Text: "]", Class: Close}, "?": {Text: "?", Class: Close}, "!": {Text: "!", Class: Close}, ",": {Text: ",", Class: Punct}, ";": {Text: ";", Class: Punct},
	"⟨": {Text: "⟨", Class: Open}, "⟩": {Text: "⟩", Class: Close}, "⌈": {Text: "⌈", Class: Open}, "⌉": {Text: "⌉", Class: Close}, "⌊": {Text: "⌊", Class: Open},
	"⌋": {Text: "⌋", Class: Close}, "·": {Text: "⋅", Class: Bin}, "∤": {Text: "∤", Class: Rel},
}

// table is every symbol, by its command and by its character.
type table struct {
	commands   map[string]Symbol
	characters map[string]Symbol
}

var symbols = sync.OnceValue(func() *table {
	t := &table{map[string]Symbol{}, map[string]Symbol{}}
	pairs := func(names string, like Symbol) {
		fields := strings.Fields(names)
		for i := 0; i+1 < len(fields); i += 2 {
			s := like
			s.Text = fields[i+1]
			t.commands[fields[i]] = s
			if _, ok := t.characters[s.Text]; !ok && s.Text[0] >= 0x80 {
				t.characters[s.Text] = s
			}
		}
	}
	pairs(ordNames, Symbol{})
	pairs(binNames, Symbol{Class: Bin})
	pairs(relNames, Symbol{Class: Rel})
	pairs(openNames, Symbol{Class: Open})
	pairs(closeNames, Symbol{Class: Close})
	pairs(sumNames, Symbol{Class: Op, Big: true, Limits: WhenDisplayed})
	pairs(intNames, Symbol{Class: Op, Big: true})
	pairs("cdots ⋯ ddots ⋱", Symbol{Class: Inner})
	for name := range strings.FieldsSeq(funcNames) {
		t.commands[name] = Symbol{Text: name, Class: Op, Name: true}
	}
	for name := range strings.FieldsSeq(limNames) {
		text := name
		if two, ok := spaced[name]; ok {
			text = two
		}
		t.commands[name] = Symbol{Text: text, Class: Op, Name: true, Limits: WhenDisplayed}
	}
	for text, s := range characters {
		t.characters[text] = s
	}
	return t
})

// negated are relations that have a character of their own when struck out.
var negated = map[string]string{"=": "≠", "<": "≮", ">": "≯", "≤": "≰", "≥": "≱", "∈": "∉", "∋": "∌", "∼": "≁", "≃": "≄", "≅": "≇", "≈": "≉", "≡": "≢", "⊂": "⊄", "⊃": "⊅",
	"⊆": "⊈", "⊇": "⊉", "∃": "∄", "∣": "∤", "|": "∤", "∥": "∦", "⊢": "⊬", "⊨": "⊭", "⊩": "⊮", "≺": "⊀", "≻": "⊁", "≼": "⋠", "≽": "⋡", "⊑": "⋢", "⊒": "⋣", "←": "↚", "→": "↛",
	"↔": "↮", "⇐": "⇍", "⇒": "⇏", "⇔": "⇎", "≲": "≴", "≳": "≵", "⊲": "⋪", "⊳": "⋫", "⊴": "⋬", "⊵": "⋭", "≍": "≭", "≶": "≸", "≷": "≹"}

// strike is the combining character that strikes out what has no such character.
const strike = "\u0338"

// delimiters are commands that may stand after \left; characters stand for themselves.
var delimiters = map[string]string{"{": "{", "}": "}", "lbrace": "{", "rbrace": "}", "|": "‖", "Vert": "‖", "lVert": "‖", "rVert": "‖", "vert": "|", "lvert": "|", "rvert": "|",
	"langle": "⟨", "lang": "⟨", "lt": "⟨", "rangle": "⟩", "rang": "⟩", "gt": "⟩", "lceil": "⌈", "rceil": "⌉", "lfloor": "⌊", "rfloor": "⌋", "lgroup": "⟮", "rgroup": "⟯",
	"lmoustache": "⎰", "rmoustache": "⎱", "uparrow": "↑", "downarrow": "↓", "updownarrow": "↕", "Uparrow": "⇑", "Downarrow": "⇓", "Updownarrow": "⇕", "backslash": "\\",
	"ulcorner": "⌜", "urcorner": "⌝", "llcorner": "⌞", "lrcorner": "⌟", "llbracket": "⟦", "rrbracket": "⟧", "lBrace": "⦃", "rBrace": "⦄", "lbrack": "[", "rbrack": "]",
	"lparen": "(", "rparen": ")", "mid": "|", "parallel": "‖", "lAngle": "⟪", "rAngle": "⟫"}

// accents are marks by their commands.
var accents = map[string]Accent{
	"hat": {Mark: '\u0302'}, "widehat": {Mark: '\u0302', Wide: true}, "check": {Mark: '\u030c'}, "widecheck": {Mark: '\u030c', Wide: true},
	"tilde": {Mark: '\u0303'}, "widetilde": {Mark: '\u0303', Wide: true}, "acute": {Mark: '\u0301'}, "grave": {Mark: '\u0300'},
	"dot": {Mark: '\u0307'}, "ddot": {Mark: '\u0308'}, "dddot": {Mark: '\u20db'}, "ddddot": {Mark: '\u20dc'}, "breve": {Mark: '\u0306'},
	"bar": {Mark: '\u0305'}, "vec": {Mark: '\u20d7'}, "mathring": {Mark: '\u030a'},
	"overrightarrow": {Mark: '→', Wide: true}, "overleftarrow": {Mark: '←', Wide: true}, "overleftrightarrow": {Mark: '↔', Wide: true},
	"Overrightarrow": {Mark: '⇒', Wide: true}, "overleftharpoon": {Mark: '↼', Wide: true}, "overrightharpoon": {Mark: '⇀', Wide: true},
	"underrightarrow": {Mark: '→', Wide: true, Under: true}, "underleftarrow": {Mark: '←', Wide: true, Under: true},
	"underleftrightarrow": {Mark: '↔', Wide: true, Under: true}, "overbrace": {Mark: '⏞', Wide: true}, "underbrace": {Mark: '⏟', Wide: true, Under: true},
	"overbracket": {Mark: '⎴', Wide: true}, "underbracket": {Mark: '⎵', Wide: true, Under: true}, "overgroup": {Mark: '⏠', Wide: true},
	"undergroup": {Mark: '⏡', Wide: true, Under: true}, "overlinesegment": {Mark: '⎴', Wide: true}, "underlinesegment": {Mark: '⎵', Wide: true, Under: true},
	"utilde": {Mark: '\u0330', Wide: true, Under: true}, "overparen": {Mark: '⏜', Wide: true}, "underparen": {Mark: '⏝', Wide: true, Under: true},
	"wideparen": {Mark: '⏜', Wide: true},
}

// arrows are extensible arrows by their commands.
var arrows = map[string]rune{"xleftarrow": '←', "xrightarrow": '→', "xleftrightarrow": '↔', "xLeftarrow": '⇐', "xRightarrow": '⇒', "xLeftrightarrow": '⇔',
	"xhookleftarrow": '↩', "xhookrightarrow": '↪', "xmapsto": '↦', "xlongequal": '=', "xtwoheadleftarrow": '↞', "xtwoheadrightarrow": '↠',
	"xleftharpoonup": '↼', "xrightharpoonup": '⇀', "xleftharpoondown": '↽', "xrightharpoondown": '⇁', "xrightleftharpoons": '⇌', "xleftrightharpoons": '⇋',
	"xtofrom": '⇄', "xrightleftarrows": '⇄'}

// textMarks are the accents of words, by the character or letter after the backslash.
var textMarks = map[string]rune{"'": '\u0301', "`": '\u0300', "^": '\u0302', "\"": '\u0308', "~": '\u0303', "=": '\u0304', ".": '\u0307', "u": '\u0306', "v": '\u030c',
	"H": '\u030b', "r": '\u030a', "c": '\u0327', "k": '\u0328', "d": '\u0323', "b": '\u0331'}
