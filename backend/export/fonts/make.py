#!/usr/bin/env python3
"""Make the embedded fonts from their published files.

    make.py SERIF MONO NOTO


SERIF is the folder `files` of the npm package @fontsource-variable/source-serif-4, MONO a folder with JetBrainsMono-*.ttf,
NOTO one with NotoSerif-*.ttf, NotoSansMath, NotoSansSymbols and NotoSansSymbols2, which fill what the others lack, the first
that has a character giving it. Needs fonttools and brotli.
The PDF writer's library reads static TrueType outlines with a plain character map only, so each variable face is pinned to
a weight and an optical size, its language parts are joined, and tables for shaping are dropped; kerning stays, beside it.
Source Serif's name is reserved for the unchanged fonts, so what is made from it is named Redline Serif.
"""
import gzip, io, os, sys
from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

HERE = os.path.dirname(os.path.abspath(__file__))
PARTS = ("latin", "latin-ext", "vietnamese", "cyrillic", "cyrillic-ext", "greek")
SERIF = {"serif": ("normal", 400, 11), "serif-italic": ("italic", 400, 11), "serif-bold": ("normal", 650, 11),
         "serif-bold-italic": ("italic", 650, 11), "serif-title": ("normal", 600, 28)}
MONO = {"mono": "Regular", "mono-italic": "Italic", "mono-bold": "Bold", "mono-bold-italic": "BoldItalic"}
MONO_RANGES = [(0x20, 0x17f), (0x192, 0x192), (0x1fa, 0x21b), (0x2bc, 0x2dd), (0x370, 0x3ff), (0x400, 0x45f), (0x490, 0x4ff), (0x1e80, 0x1ef9),
               (0x2000, 0x206f), (0x20a0, 0x20bf), (0x2100, 0x214f), (0x2190, 0x21ff), (0x2200, 0x22ff), (0x2300, 0x23ff),
               (0x2500, 0x25ff), (0x2600, 0x27bf), (0xfffd, 0xfffd)]
FILL = {"fill": "Regular", "fill-italic": "Italic", "fill-bold": "Bold"}
FILL_RANGES = [(0x80, 0x5ff), (0x1c80, 0x1c8f), (0x1d00, 0x1fff), (0x2c60, 0x2c7f), (0x2de0, 0x2dff), (0xa640, 0xa69f), (0xa720, 0xa7ff), (0xab30, 0xab6f), (0xfb00, 0xfb06)]
SYMBOLS = ["NotoSansMath-Regular", "NotoSansSymbols2-Regular", "NotoSansSymbols-Regular"]
SYMBOL_RANGES = [(0x2000, 0x2bff), (0xfffd, 0xfffd)]
DROPPED = ["GSUB", "GPOS", "GDEF", "HVAR", "MVAR", "STAT", "avar", "DSIG", "gasp", "fpgm", "prep", "cvt ", "MATH"]


def ranges(pairs):
    return {c for low, high in pairs for c in range(low, high + 1)}


def reduced(font, codes):
    """The font with these characters, no shaping and no hints."""
    options = subset.Options()
    options.drop_tables += DROPPED
    options.hinting = options.layout_closure = False
    options.layout_features = []
    options.glyph_names = options.legacy_kern = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    return font


def kerning(font):
    """Pairs of characters -> adjustment, from GPOS; the most common first."""
    cmap = {name: code for code, name in font.getBestCmap().items()}
    pairs = {}
    if "GPOS" not in font:
        return pairs
    table = font["GPOS"].table
    wanted = {i for f in table.FeatureList.FeatureRecord if f.FeatureTag == "kern" for i in f.Feature.LookupListIndex}
    for index in sorted(wanted):
        for sub in table.LookupList.Lookup[index].SubTable:
            sub = getattr(sub, "ExtSubTable", sub)
            if sub.LookupType != 2:
                continue
            first = [g for g in sub.Coverage.glyphs if g in cmap]
            if sub.Format == 1:
                for g in first:
                    for record in sub.PairSet[sub.Coverage.glyphs.index(g)].PairValueRecord:
                        if record.SecondGlyph in cmap and record.Value1:
                            pairs.setdefault((cmap[g], cmap[record.SecondGlyph]), record.Value1.XAdvance or 0)
                continue
            for g in first:
                row = sub.Class1Record[sub.ClassDef1.classDefs.get(g, 0)].Class2Record
                for h in cmap:
                    value = row[sub.ClassDef2.classDefs.get(h, 0)].Value1
                    if value and getattr(value, "XAdvance", 0):
                        pairs.setdefault((cmap[g], cmap[h]), value.XAdvance)
    return pairs


def save(font, name, pairs=()):
    out = io.BytesIO()
    font.recalcTimestamp = False
    font["head"].created = font["head"].modified = 0
    font.save(out)
    data = out.getvalue()
    with open(os.path.join(HERE, name + ".ttf.gz"), "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(data)
    if pairs:
        lines = "".join(f"{chr(a)}{chr(b)}{round(v)}\n" for (a, b), v in sorted(pairs.items()))
        with open(os.path.join(HERE, name + ".kern.gz"), "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
            packed.write(lines.encode())
    print(name, len(font.getBestCmap()), "characters", len(data), "bytes", len(pairs), "pairs")


def serif(folder, name, style, weight, size):
    parts, pairs = [], {}
    for part in PARTS:
        font = TTFont(os.path.join(folder, f"source-serif-4-{part}-opsz-{style}.woff2"))
        font.flavor = None
        instantiateVariableFont(font, {"wght": weight, "opsz": size}, inplace=True)
        pairs.update({p: v for p, v in kerning(font).items() if abs(v) >= 16})
        codes = set(font.getBestCmap())
        reduced(font, codes)
        out = io.BytesIO()
        font.save(out)
        out.seek(0)
        parts.append(out)
    joined = Merger().merge(parts)
    for record in list(joined["name"].names):
        if record.nameID in (1, 3, 4, 6):
            joined["name"].setName("Redline" + name.title().replace("-", ""), record.nameID, record.platformID, record.platEncID, record.langID)
    save(joined, name, pairs)
    return set(joined.getBestCmap())


def main(serif_folder, mono_folder, noto_folder):
    have = None
    for name, (style, weight, size) in SERIF.items():
        codes = serif(serif_folder, name, style, weight, size)
        have = codes if have is None else have & codes
    for name, style in MONO.items():
        save(reduced(TTFont(os.path.join(mono_folder, f"JetBrainsMono-{style}.ttf")), ranges(MONO_RANGES)), name)
    have.discard(0xfffd)
    for name, style in FILL.items():
        font = TTFont(os.path.join(noto_folder, f"NotoSerif-{style}.ttf"))
        codes = (ranges(FILL_RANGES) & set(font.getBestCmap())) - have
        save(reduced(font, codes), name)
    have |= codes
    for number, name in enumerate(SYMBOLS, 1):
        font = TTFont(os.path.join(noto_folder, name + ".ttf"))
        codes = (ranges(SYMBOL_RANGES) & set(font.getBestCmap())) - have
        have |= codes
        save(reduced(font, codes), f"symbols-{number}")


main(*sys.argv[1:])
