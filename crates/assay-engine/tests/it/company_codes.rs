//! A company is known by the code on the cover of its papers.

use assay_engine::{Arrival, Library, SystemClock};
use assay_facts::Resolution;
use assay_store::Store;

const ANNUAL: &str = "UNITED STATES SECURITIES AND EXCHANGE COMMISSION

FORM 10-K

For the fiscal year ended September 27, 2031

Northwind Mills, Inc.
(Exact name of registrant as specified in its charter)

| Title of each class | Trading symbol | Name of each exchange |
| --- | --- | --- |
| Common Stock | NWML | Nasdaq |
";
const WITHOUT_CODE: &str = "UNITED STATES SECURITIES AND EXCHANGE COMMISSION

FORM 10-Q

For the quarterly period ended June 28, 2031

Northwind Mills, Inc.
(Exact name of registrant as specified in its charter)
";
const CHINESE: &str = "# 青崖船舶股份有限公司2031年年度报告

股票代码：601234

截至2031年12月31日止年度，本公司交付船舶12艘。

## 合并利润表

| 项目 | 2031年 |
| --- | --- |
| 营业收入 | 5 |
";

#[tokio::test]
async fn a_company_is_found_by_the_code_on_its_cover() {
    let home = tempfile::tempdir().unwrap();
    let library = Library::new(Store::open(home.path()).unwrap());
    for (name, text) in [
        ("a.md", WITHOUT_CODE),
        ("b.md", ANNUAL),
        ("c.md", WITHOUT_CODE.replace("June 28", "March 29").as_str()),
        ("d.md", CHINESE),
    ] {
        let arrival = Arrival::given(name, text.as_bytes());
        library.bring_in(arrival, &SystemClock).await.unwrap();
    }
    let companies = library.companies().unwrap();
    assert_eq!(companies.all().len(), 2);
    for (code, name) in [
        ("NWML", "Northwind Mills, Inc."),
        ("601234", "青崖船舶股份有限公司"),
    ] {
        let Resolution::Found(company) = companies.resolve(code) else {
            panic!("{code} is not known");
        };
        assert_eq!(company.name, name);
        let papers = companies.documents_of(company).len();
        assert_eq!(papers, if code == "NWML" { 3 } else { 1 });
    }
}
