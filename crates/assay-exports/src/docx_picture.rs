use crate::clean::escaped;
use crate::doc::Picture;
use crate::svg::SvgSize;

/// Width of the text on the page: 170 mm in English Metric Units.
const TEXT_WIDTH: f64 = 6_120_000.0;
/// No picture takes more than half a page.
const MOST_HEIGHT: f64 = 4_200_000.0;

/// A drawing in the text. It is named twice: programs that know the newer form take that one, and
/// others may still be able to draw the first.
pub(crate) fn drawing(picture: &Picture, number: usize, size: SvgSize, svg: usize) -> String {
    let scale = (TEXT_WIDTH / size.width).min(MOST_HEIGHT / size.height);
    let (width, height) = ((size.width * scale) as u64, (size.height * scale) as u64);
    let name = escaped(&picture.caption);
    let description = escaped(&picture.description);
    format!(
        "<w:p><w:pPr><w:keepNext/></w:pPr><w:r><w:drawing><wp:inline distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\">\
         <wp:extent cx=\"{width}\" cy=\"{height}\"/><wp:docPr id=\"{number}\" name=\"{name}\" descr=\"{description}\"/>\
         <a:graphic><a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/picture\"><pic:pic>\
         <pic:nvPicPr><pic:cNvPr id=\"{number}\" name=\"{name}\" descr=\"{description}\"/><pic:cNvPicPr/></pic:nvPicPr>\
         <pic:blipFill><a:blip r:embed=\"rId{svg}\"><a:extLst><a:ext uri=\"{{96DAC541-7B7A-43D3-8B79-37D633B846F1}}\">\
         <asvg:svgBlip xmlns:asvg=\"http://schemas.microsoft.com/office/drawing/2016/SVG/main\" r:embed=\"rId{svg}\"/>\
         </a:ext></a:extLst></a:blip><a:stretch><a:fillRect/></a:stretch></pic:blipFill>\
         <pic:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"{width}\" cy=\"{height}\"/></a:xfrm>\
         <a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>\
         </wp:inline></w:drawing></w:r></w:p>"
    )
}
