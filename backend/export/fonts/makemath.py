#!/usr/bin/env python3
"""Make the embedded maths font from its published file.

    makemath.py STIX

STIX is files/stix-two-math-latin-400-normal.woff2 of the npm package @fontsource/stix-two-math (SIL Open Font License).
Needs fonttools and brotli. The PDF writer's library knows characters up to U+FFFF only, and glyphs by character only; so
letters above and glyphs without a character (taller delimiters, larger operators, parts of what stretches) are given codes
of the private use area. What the MATH table says stands beside the font as lines of text:

    C name value                            a constant, in units of the font (1000 to an em)
    G character code advance top bottom italic attach
    K code corner height... | kern...       cut-ins; corner 0 to 3: top right, top left, bottom right, bottom left
    V character direction code:length...    larger variants; direction v or h
    P character direction code:start:end:length:extends...   parts of an assembly
"""
import gzip, io, os, sys
from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.pens.boundsPen import BoundsPen

HERE = os.path.dirname(os.path.abspath(__file__))
RANGES = [(0x20, 0x7e), (0xa0, 0xff), (0x131, 0x131), (0x237, 0x237), (0x2c6, 0x2dd), (0x300, 0x338), (0x370, 0x3ff), (0x2010, 0x205f), (0x20d0, 0x20f0),
          (0x2100, 0x214f), (0x2190, 0x23ff), (0x25a0, 0x25ff), (0x2605, 0x2606), (0x2660, 0x266f), (0x2713, 0x2720), (0x27c0, 0x27ff), (0x2900, 0x297f),
          (0x2980, 0x2aff), (0x2b12, 0x2b5f), (0x1d400, 0x1d7ff)]
CORNERS = ("TopRightMathKern", "TopLeftMathKern", "BottomRightMathKern", "BottomLeftMathKern")


def main(path):
    font = TTFont(path)
    font.flavor = None
    cmap = {c: g for c, g in font.getBestCmap().items() if any(a <= c <= b for a, b in RANGES)}
    math = font["MATH"].table
    glyphs, names = font.getGlyphSet(), {}
    order, bounds = [], {}
    for c, g in sorted(cmap.items()):
        if g not in names and c <= 0xffff:
            names[g] = c
            order.append(g)
    private = 0xe000

    def code(g):
        nonlocal private
        if g not in names:
            names[g] = private
            private += 1
            order.append(g)
        return names[g]

    for c, g in sorted(cmap.items()):
        code(g)
    lines = []
    for name, value in sorted(vars(math.MathConstants).items()):
        lines.append(f"C {name} {getattr(value, 'Value', value)}")
    stretch = []
    for direction, coverage, all_ in (("v", math.MathVariants.VertGlyphCoverage, math.MathVariants.VertGlyphConstruction),
                                      ("h", math.MathVariants.HorizGlyphCoverage, math.MathVariants.HorizGlyphConstruction)):
        for g, made in zip(coverage.glyphs, all_):
            for c in sorted(c for c, n in cmap.items() if n == g):
                if made.MathGlyphVariantRecord:
                    stretch.append(f"V {c} {direction} " + " ".join(f"{code(v.VariantGlyph)}:{v.AdvanceMeasurement}" for v in made.MathGlyphVariantRecord))
                if made.GlyphAssembly:
                    stretch.append(f"P {c} {direction} " + " ".join(
                        f"{code(p.glyph)}:{p.StartConnectorLength}:{p.EndConnectorLength}:{p.FullAdvance}:{p.PartFlags & 1}" for p in made.GlyphAssembly.PartRecords))
    info = math.MathGlyphInfo
    italics = dict(zip(info.MathItalicsCorrectionInfo.Coverage.glyphs, (v.Value for v in info.MathItalicsCorrectionInfo.ItalicsCorrection)))
    attach = dict(zip(info.MathTopAccentAttachment.TopAccentCoverage.glyphs, (v.Value for v in info.MathTopAccentAttachment.TopAccentAttachment)))
    characters = {}
    for c, g in cmap.items():
        characters.setdefault(g, []).append(c)
    for g in order:
        pen = BoundsPen(glyphs)
        glyphs[g].draw(pen)
        low, high = (round(pen.bounds[1]), round(pen.bounds[3])) if pen.bounds else (0, 0)
        width = font["hmtx"][g][0]
        for c in sorted(characters.get(g, [0])):
            lines.append(f"G {c} {names[g]} {width} {high} {low} {italics.get(g, 0)} {attach.get(g, width // 2)}")
    if info.MathKernInfo:
        for g, kern in zip(info.MathKernInfo.MathKernCoverage.glyphs, info.MathKernInfo.MathKernInfoRecords):
            for corner, name in enumerate(CORNERS):
                table = getattr(kern, name, None)
                if g in names and table:
                    lines.append(f"K {names[g]} {corner} " + " ".join(str(v.Value) for v in table.CorrectionHeight) + " | " + " ".join(str(v.Value) for v in table.KernValue))
    lines += stretch
    options = subset.Options()
    options.hinting = options.layout_closure = False
    options.layout_features = []
    options.glyph_names = False
    options.notdef_outline = True
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "MATH", "DSIG", "gasp", "fpgm", "prep", "cvt "]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    for table in font["cmap"].tables:
        table.cmap = {}
    keep = [t for t in font["cmap"].tables if t.format == 4 and t.platformID == 3][:1]
    keep[0].cmap = {c: g for g, c in names.items()}
    font["cmap"].tables = keep
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=set(names.values()))
    subsetter.subset(font)
    for record in list(font["name"].names):
        if record.nameID in (1, 3, 4, 6):
            font["name"].setName("RedlineMath", record.nameID, record.platformID, record.platEncID, record.langID)
    font.recalcTimestamp = False
    font["head"].created = font["head"].modified = 0
    out = io.BytesIO()
    font.save(out)
    for name, data in (("math.ttf.gz", out.getvalue()), ("math.table.gz", ("\n".join(lines) + "\n").encode())):
        with open(os.path.join(HERE, name), "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
            packed.write(data)
    print(len(names), "glyphs", len(out.getvalue()), "bytes,", private - 0xe000, "private codes,", len(lines), "lines")


main(sys.argv[1])
